import { expect, test } from 'vitest';
import { draftOf, inserted, moved, orderOf, refusedBlock, requestOf, totalsFor, viewOf } from './blocks.js';

const sheet = {
  title: null,
  spec: {
    blocks: [
      { kind: 'heading', text: 'Sales', level: 1 },
      { kind: 'text', text: 'Preliminary' },
      { kind: 'chart', chart: 'by shop' },
    ],
  },
} satisfies Parameters<typeof draftOf>[0];

test('what was read is what is saved, and a title of blanks is none', () => {
  expect(requestOf(draftOf(sheet))).toEqual(sheet);
  expect(requestOf({ ...draftOf(sheet), title: ' ' }).title).toBeNull();
});

test('blocks keep their keys while they are moved, and a new one gets its own', () => {
  const { blocks } = draftOf(sheet);
  const keys = (list: typeof blocks) => list.map(({ key }) => key);
  expect(keys(moved(blocks, 2, 0))).toEqual([3, 1, 2]);
  expect(keys(moved(blocks, 0, -1))).toEqual([1, 2, 3]);
  expect(keys(inserted(moved(blocks, 2, 0), 1, { kind: 'spacer' }))).toEqual([3, 4, 1, 2]);
});

test('a column has the totals that its type allows', () => {
  expect(totalsFor('DECIMAL(10,2)')).toContain('avg');
  expect(totalsFor('DATE')).toEqual(['count', 'min', 'max']);
  expect(totalsFor('VARCHAR')).toEqual(['count']);
});

test('another table keeps nothing of the columns, and an order is a list however it was written', () => {
  const view = { ...viewOf('sales', { title: 'All' }), columns: ['region'], order_by: 'region, -amount' };
  expect(viewOf('shops', view)).toEqual(viewOf('shops', { title: 'All' }));
  expect(orderOf(view)).toEqual(['region', '-amount']);
});

test('a refusal tells which block it is about', () => {
  expect(refusedBlock({ errors: [{ path: '/spec/blocks/12/columns/0' }] })).toBe(12);
  expect(refusedBlock({ errors: [{ path: '/title' }] })).toBeUndefined();
  expect(refusedBlock(null)).toBeUndefined();
});
