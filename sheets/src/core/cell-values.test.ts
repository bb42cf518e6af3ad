import { describe, expect, test } from 'vitest';
import { CellRefused, castCell, presentCell } from './cell-values.js';
import type { ColumnType } from './column-types.js';
import { ExactNumber } from './exact-number.js';

describe('a value that fits is stored in one canonical form', () => {
  test.each<[ColumnType, unknown, unknown]>([
    ['VARCHAR', 'x', 'x'],
    ['VARCHAR', 12.5, '12.5'],
    ['VARCHAR', true, 'true'],
    ['BIGINT', 7, 7],
    ['BIGINT', ' -7 ', -7],
    ['BIGINT', '9223372036854775807', '9223372036854775807'],
    ['BIGINT', '1152921504606846976', '1152921504606846976'],
    ['BIGINT', '9007199254740994', 9007199254740994],
    // As JSON writes them; the doubles have other values.
    ['BIGINT', 1234567890123457000, '1234567890123457000'],
    ['BIGINT', 2 ** 60, '1152921504606847000'],
    ['INTEGER', 2147483647, 2147483647],
    ['DOUBLE', '1e3', 1000],
    ['DOUBLE', -0.5, -0.5],
    ['DECIMAL(10,2)', 12.5, '12.50'],
    ['DECIMAL(10,2)', '-0.500', '-0.50'],
    ['DECIMAL(10,2)', '-0', '0.00'],
    ['DECIMAL(10,2)', '1.2e3', '1200.00'],
    ['DECIMAL(4,4)', 0.0625, '0.0625'],
    ['DECIMAL(38,20)', new ExactNumber('0.12345678901234567891'), '0.12345678901234567891'],
    ['BIGINT', new ExactNumber('9007199254740993'), '9007199254740993'],
    ['VARCHAR', new ExactNumber('9007199254740993'), '9007199254740993'],
    ['DECIMAL(38,0)', '99999999999999999999999999999999999999', '99999999999999999999999999999999999999'],
    ['BOOLEAN', 'TRUE', true],
    ['DATE', '2024-02-29', '2024-02-29'],
    ['TIME', '09:30', '09:30:00'],
    ['TIME', '09:30:01.500', '09:30:01.5'],
    ['TIMESTAMP', '2024-01-31', '2024-01-31T00:00:00'],
    ['TIMESTAMP', '2024-01-31 13:05', '2024-01-31T13:05:00'],
    ['TIMESTAMP', '2024-01-31T13:05:00Z', '2024-01-31T13:05:00'],
    ['TIMESTAMPTZ', '2024-01-31T13:05:00.123456+09:00', '2024-01-31T04:05:00.123456Z'],
    ['TIMESTAMPTZ', '2024-01-31T13:05:00', '2024-01-31T13:05:00Z'],
    ['TIMESTAMPTZ', '2024-01-31 13:05:00-02', '2024-01-31T15:05:00Z'],
    ['JSON', { a: [1] }, { a: [1] }],
    ['BIGINT', null, null],
  ])('%s: %j is kept as %j', (type, value, kept) => {
    expect(castCell(value, type)).toEqual(kept);
  });
});

describe('a value that does not fit is refused', () => {
  test('a whole number too large for its type is reported as out of range, however long it is', () => {
    for (const digits of ['9223372036854775808', '12345678901234567890', '9'.repeat(60)])
      expect(() => castCell(new ExactNumber(digits), 'BIGINT')).toThrow('is out of range');
  });

  test.each<[ColumnType, unknown]>([
    ['VARCHAR', { a: 1 }],
    ['BIGINT', 1.5],
    ['BIGINT', 'abc'],
    ['BIGINT', ''],
    ['BIGINT', true],
    ['BIGINT', '9223372036854775808'],
    ['INTEGER', 2147483648],
    ['DOUBLE', 'NaN'],
    ['DOUBLE', '1,5'],
    ['DECIMAL(4,2)', 100],
    ['DECIMAL(10,2)', '-0.005'],
    ['DECIMAL(10,2)', 1e-7],
    ['DOUBLE', new ExactNumber('1e400')],
    ['JSON', { deep: [new ExactNumber('9007199254740993')] }],
    ['BOOLEAN', 1],
    ['DATE', '2023-02-29'],
    ['DATE', '31/01/2024'],
    ['TIME', '24:00'],
    ['TIMESTAMP', '2024-01-31T13:05:00+09:00'],
    ['TIMESTAMPTZ', 'soon'],
  ])('%s: %j', (type, value) => {
    expect(() => castCell(value, type)).toThrow(CellRefused);
  });
});

describe('a stored value is presented as in rows', () => {
  test.each<[ColumnType, string | number, unknown]>([
    ['DECIMAL(9,2)', '12.50', 12.5],
    ['DECIMAL(38,20)', '2.00000000000000000000', 2],
    ['DECIMAL(38,2)', '9007199254740994.00', 9007199254740994],
    ['BIGINT', '1000000000000000000', 1e18],
    ['BIGINT', '1152921504606846976', '1152921504606846976'],
    ['BIGINT', '1234567890123457000', '1234567890123457000'],
    // As older releases logged it.
    ['BIGINT', 2 ** 60, '1152921504606846976'],
    ['DECIMAL(38,0)', '12345678901234567890', '12345678901234567890'],
    ['TIMESTAMP', '2024-01-31T13:05:00.5', '2024-01-31T13:05:00.500000'],
    ['TIMESTAMPTZ', '2024-01-31T13:05:00Z', '2024-01-31T13:05:00Z'],
    ['TIME', '13:05:00.000001', '13:05:00.000001'],
    ['DOUBLE', '-inf', null],
    ['DATE', 'infinity', null],
    ['VARCHAR', 'infinity', 'infinity'],
    // From before the column got this type.
    ['DECIMAL(9,2)', '2024-01-31', '2024-01-31'],
    ['DOUBLE', 'many', 'many'],
    ['BIGINT', '007', '007'],
    ['BIGINT', 0.5, 0.5],
  ])('%s: %s', (type, value, shown) => {
    expect(presentCell(value, type)).toBe(shown);
  });
});
