import { expect, test } from 'vitest';
import { tableSearch, toggledSort } from './table-search.js';

test('a link keeps what makes sense in it, and drops the rest', () => {
  const condition = { column: 'amount', op: 'gt', value: 5 };
  expect(tableSearch({ sort: ['-day', 7], filter: [condition, { op: 'gt' }, null, 'x'], row: '12' })).toEqual(
    {
      sort: ['-day'],
      filter: [condition],
      row: 12,
    },
  );
  expect(tableSearch({ sort: 'day', group: 'region', filter: { column: 'amount' } })).toEqual({
    sort: ['day'],
    group: ['region'],
  });
});

test('clicks on a title sort ascending, descending, and no more', () => {
  expect(toggledSort(undefined, 'day')).toEqual(['day']);
  expect(toggledSort(['day'], 'day')).toEqual(['-day']);
  expect(toggledSort(['-day'], 'day')).toBeUndefined();
  expect(toggledSort(['-day'], 'amount')).toEqual(['amount']);
});

test('a column that is added to a sort comes last, and goes alone', () => {
  expect(toggledSort(['day'], 'amount', true)).toEqual(['day', 'amount']);
  expect(toggledSort(['day', 'amount'], 'day', true)).toEqual(['-day', 'amount']);
  expect(toggledSort(['-day', 'amount'], 'day', true)).toEqual(['amount']);
});

test('with a view, an empty list takes the place of what the view says', () => {
  expect(tableSearch({ view: 'vw_1', sort: [], filter: [] })).toEqual({ view: 'vw_1', sort: [], filter: [] });
  expect(tableSearch({ sort: [], filter: [] })).toEqual({});
});
