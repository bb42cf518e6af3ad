import type { ColumnType } from '@workbook-data-service/sheets/values';
import { CellRefused } from '@workbook-data-service/sheets/values';
import { expect, test } from 'vitest';
import { dayTexts } from './read-cells.js';
import { type Notation, readTextAs } from './read-text-as.js';

const plain: Notation = { decimalSign: 'point', dateOrder: undefined, readDay: dayTexts() };

test.each<[string, ColumnType, unknown]>([
  ['１２', 'INTEGER', 12],
  ['1.0', 'INTEGER', 1],
  ['1,200', 'BIGINT', 1200],
  ['-1,200.00', 'BIGINT', -1200],
  ['¥1,200', 'BIGINT', 1200],
  ['1,200円', 'INTEGER', 1200],
  ['△300', 'INTEGER', -300],
  ['(1,234)', 'BIGINT', -1234],
  ['1,234,567,890,123,456,789', 'BIGINT', '1234567890123456789'],
  ['9007199254740993.0', 'BIGINT', '9007199254740993'],
  ['-', 'BIGINT', null],
  ['n.a.', 'DOUBLE', null],
  ['12.5%', 'DOUBLE', 0.125],
  ['1,234.5', 'DOUBLE', 1234.5],
  ['1,200.5', 'DECIMAL(10,2)', '1200.50'],
  ['12,345,678,901,234,567.89', 'DECIMAL(38,2)', '12345678901234567.89'],
  ['1.0', 'BOOLEAN', true],
  ['0', 'BOOLEAN', false],
  ['2026/2/28', 'DATE', '2026-02-28'],
  ['２０２６／２／２８', 'DATE', '2026-02-28'],
  ['令和8年2月28日', 'DATE', '2026-02-28'],
  ['28.2.2026', 'DATE', '2026-02-28'],
  ['2026-02-28 00:00:00', 'DATE', '2026-02-28'],
  ['01:45:59 PM', 'TIME', '13:45:59'],
  ['9:05', 'TIME', '09:05:00'],
  ['01:45:59.123456', 'TIME', '01:45:59.123456'],
  ['2026/2/28 1:45 PM', 'TIMESTAMP', '2026-02-28T13:45:00'],
  ['2026/2/28', 'TIMESTAMP', '2026-02-28T00:00:00'],
  ['1969/12/31 23:59:59.5', 'TIMESTAMP', '1969-12-31T23:59:59.5'],
  ['2026/2/28 13:45:00+09:00', 'TIMESTAMPTZ', '2026-02-28T04:45:00Z'],
  ['2026/2/28 13:45', 'TIMESTAMPTZ', '2026-02-28T13:45:00Z'],
])('%s in a column of %s', (text, type, value) => {
  expect(readTextAs(text, type, plain)).toEqual(value);
});

test.each<[string, ColumnType]>([
  ['many', 'BIGINT'],
  ['12個', 'BIGINT'],
  ['1,23', 'BIGINT'],
  ['¥12,345,678,901,234,567', 'BIGINT'],
  ['3/4/2026', 'DATE'],
  ['2026/2/30', 'DATE'],
  ['2026-02-28 10:00', 'DATE'],
  ['25:00', 'TIME'],
  ['yes', 'BOOLEAN'],
  ['2.0', 'BOOLEAN'],
  ['1,200', 'VARCHAR'],
])('%s cannot be read as %s', (text, type) => {
  expect(readTextAs(text, type, plain)).toBeUndefined();
});

test.each<[string, ColumnType]>([
  ['1.5', 'INTEGER'],
  ['3,000,000,000', 'INTEGER'],
  ['1,200.505', 'DECIMAL(10,2)'],
])('%s is read, but %s does not hold it', (text, type) => {
  expect(() => readTextAs(text, type, plain)).toThrow(CellRefused);
});

test('the other cells of a column decide about dates and decimals', () => {
  const order = 'day first';
  const shown: Notation = { decimalSign: 'comma', dateOrder: order, readDay: dayTexts(order) };
  expect(readTextAs('3/4/2026', 'DATE', shown)).toBe('2026-04-03');
  expect(readTextAs('3/4/2026 10:00', 'TIMESTAMP', shown)).toBe('2026-04-03T10:00:00');
  expect(readTextAs('1.234,50', 'DECIMAL(10,2)', shown)).toBe('1234.50');
  expect(readTextAs('1,200', 'BIGINT', { ...shown, decimalSign: 'unclear' })).toBeUndefined();
});
