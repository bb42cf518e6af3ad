import { expect, test } from 'vitest';
import type { DeltaType } from '../../core/delta/delta-types.js';
import { mayMatch } from './may-match.js';
import { readJsonHint } from './read-json-hint.js';
import { readSqlHint } from './read-sql-hint.js';

const file = {
  rows: 10,
  columns: {
    Qty: { nulls: 2, min: '5', max: '9' },
    city: { nulls: 0, min: 'Kyoto', max: 'York' },
    day: { nulls: 0, min: '2026-01-01', max: '2026-01-31' },
    price: { nulls: 0, min: '1234567890123456.7890', max: '1234567890123456.7892' },
    at: { nulls: 0, min: '2026-01-01T00:00:00.000Z', max: '2026-01-02T00:00:00.000Z' },
    long: { nulls: 0, min: 'a', max: null },
    hidden: { nulls: 10, min: null, max: null },
  },
};
const types = new Map<string, DeltaType>([
  ['qty', 'long'],
  ['city', 'string'],
  ['day', 'date'],
  ['price', 'decimal(20,4)'],
  ['at', 'timestamp'],
  ['long', 'string'],
  ['hidden', 'long'],
]);

test.each([
  ['qty = 7', true],
  ['QTY = 10', false],
  ['4 >= qty', false],
  ['5 >= `Qty`', true],
  ['qty > 8.5', true],
  ['qty > 9', false],
  ['qty <> 7', true],
  ['qty is null', true],
  ['city IS NULL', false],
  ['hidden is not null', false],
  ['hidden = 1', false],
  ["city < 'Kyoto'", false],
  ["city >= 'Land''s End'", true],
  ["day = '2026-02-01'", false],
  ["day > '2026-01-30'", true],
  ['price = 1234567890123456.7893', false],
  ['price = 1234567890123456.7891', true],
  ["long > 'z'", true],
  // Not understood, of another type, or of a column that is not there.
  ["qty = '10'", true],
  ['qty + 1 = 100', true],
  ['other = 1', true],
  ['', true],
])('the file is needed for %s: %s', (sql, isNeeded) => {
  expect(mayMatch(readSqlHint(sql), file, types)).toBe(isNeeded);
});

const column = (name: string, valueType: string) => ({ op: 'column', name, valueType });
const literal = (value: string, valueType: string) => ({ op: 'literal', value, valueType });
const above = (value: string) => ({
  op: 'greaterThan',
  children: [column('qty', 'int'), literal(value, 'int')],
});
const inOsaka = { op: 'equal', children: [literal('Osaka', 'string'), column('city', 'string')] };

test.each<[object, boolean]>([
  [above('8'), true],
  [above('9'), false],
  [{ op: 'not', children: [above('4')] }, false],
  [{ op: 'and', children: [inOsaka, above('9')] }, false],
  [{ op: 'or', children: [inOsaka, above('9')] }, true],
  [{ op: 'not', children: [{ op: 'isNull', children: [column('hidden', 'long')] }] }, false],
  [
    { op: 'lessThan', children: [column('at', 'timestamp'), literal('2026-01-01T00:00:00Z', 'timestamp')] },
    false,
  ],
  [{ op: 'lessThan', children: [column('qty', 'string'), literal('1', 'string')] }, true],
  [{ op: 'startsWith', children: [column('city', 'string'), literal('Z', 'string')] }, true],
])('a tree in JSON: %j', (tree, isNeeded) => {
  expect(mayMatch(readJsonHint(JSON.stringify(tree)), file, types)).toBe(isNeeded);
  expect(mayMatch(readJsonHint('{"op":'), file, types)).toBe(true);
});
