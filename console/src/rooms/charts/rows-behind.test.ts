import { expect, test } from 'vitest';
import { rowsBehind } from './rows-behind.js';

const none = { time_unit: null, rows: [] };

test('a mark leads to the rows of its category and its series, within the filter of the chart', () => {
  const chart = { chart_type: 'bar', x: 'region', series: 'product' } as const;
  const filter = { column: 'amount', op: 'gt', value: 3 };
  expect(rowsBehind({ from: { x: 'north', series: null } }, { ...chart, filter }, none)).toEqual([
    filter,
    { column: 'region', op: 'eq', value: 'north' },
    { column: 'product', op: 'is_null' },
  ]);
});

test('what combines several values leads nowhere', () => {
  expect(rowsBehind({ from: { series: 'a' } }, { chart_type: 'bar', x: 'region' }, none)).toBeUndefined();
});

test.each([
  ['month', '2026-12-01', '2027-01-01'],
  ['week', '2026-01-26T00:00:00', '2026-02-02T00:00:00'],
  ['hour', '2026-01-26 23:00:00', '2026-01-27T00:00:00'],
] as const)('a %s from %s is everything before %s', (time_unit, from, end) => {
  expect(
    rowsBehind({ from: { x: from } }, { chart_type: 'line', x: 'day' }, { time_unit, rows: [] }),
  ).toEqual([
    { column: 'day', op: 'ge', value: from },
    { column: 'day', op: 'lt', value: end },
  ]);
});

test('the last bar of a histogram has its upper end', () => {
  const rows = [
    { x: 0, x2: 5 },
    { x: 5, x2: 10 },
  ];
  const ops = rows.map((row) =>
    rowsBehind(row, { chart_type: 'histogram', x: 'n' }, { time_unit: null, rows })?.map(({ op }) => op),
  );
  expect(ops).toEqual([
    ['ge', 'lt'],
    ['ge', 'le'],
  ]);
});
