import { expect, test } from 'vitest';
import type { ReadableTable } from '../governance/governed-tables.js';
import { rowIdParts } from './row-id-parts.js';

const table = (kind: string, rowCount: number, next_row_id: number) =>
  ({ record: { kind, next_row_id }, rowCount, columns: [{}] }) as unknown as ReadableTable;
const sizes = { first: 20, growth: 4, largest: 100 };

test('parts follow each other without a gap, from the first id to the last', () => {
  expect(rowIdParts(table('raw', 200, 201), sizes)).toEqual([
    { from: undefined, before: 11 },
    { from: 11, before: 51 },
    { from: 51, before: 101 },
    { from: 101, before: 151 },
    { from: 151, before: undefined },
  ]);
});

test('a small table is one part, and so is one without rows', () => {
  const whole = [{ from: undefined, before: undefined }];
  expect(rowIdParts(table('raw', 10, 11), sizes)).toEqual(whole);
  expect(rowIdParts(table('raw', 0, 1), sizes)).toEqual(whole);
});

test('ids of derived tables are spread over all there are', () => {
  expect(rowIdParts(table('derived', 20, 1), sizes)).toEqual([
    { from: undefined, before: 2 ** 52 },
    { from: 2 ** 52, before: undefined },
  ]);
});
