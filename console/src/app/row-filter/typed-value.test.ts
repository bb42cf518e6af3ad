import { expect, test } from 'vitest';
import { typedValue } from './typed-value.js';

test.each([
  ['1,234.50', 'DOUBLE', '1234.50'],
  ['￥１，２００', 'BIGINT', '1200'],
  ['(300)', 'DOUBLE', '-300'],
  ['△5', 'BIGINT', '-5'],
  ['12%', 'DOUBLE', '0.12'],
  ['12345678901234567890', 'DECIMAL(38,0)', '12345678901234567890'],
  ['2026/1/5', 'DATE', '2026-01-05'],
  ['2026年１月5日', 'DATE', '2026-01-05'],
  ['2026-01-05 9:30', 'TIMESTAMP', '2026-01-05T09:30'],
  ['はい', 'BOOLEAN', true],
  ['0012', 'VARCHAR', '0012'],
  ['', 'BIGINT', null],
])('%s typed into %s', (text, type, value) => {
  expect(typedValue(text, type)).toEqual(value);
});

test('what makes no sense is left for the service to refuse', () => {
  expect(typedValue('about 5', 'BIGINT')).toBe('about 5');
  expect(typedValue('1,2', 'DOUBLE')).toBe('1,2');
  expect(typedValue('tomorrow', 'DATE')).toBe('tomorrow');
});
