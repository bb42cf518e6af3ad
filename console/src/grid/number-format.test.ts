import { expect, test } from 'vitest';
import { writerOf } from './number-format.js';

test.each([
  ['#,##0.00', 1234.5, '1,234.50'],
  ['0', 1234.5, '1,235'.replace(',', '')],
  ['#,##0', '12345678901234567890', '12,345,678,901,234,567,890'],
  ['0.0%', 0.1234, '12.3%'],
  ['"€" #,##0.00', 12, '€ 12.00'],
  ['#,##0 "円"', 1200, '1,200 円'],
  ['yyyy-mm-dd', '2026-01-05', '2026-01-05'],
  ['d mmm yyyy', '2026-01-05', '5 Jan 2026'],
  ['dd/mm/yy hh:mm', '2026-01-05T09:30:00', '05/01/26 09:30'],
  ['ddd h:mm AM/PM', '2026-01-05T21:05:00Z', 'Mon 9:05 PM'],
])('%s writes %s as %s', (format, value, text) => {
  expect(writerOf(format)(value, 'en')).toBe(text);
});

test('names of months are those of the language, and what a format does not know is left alone', () => {
  expect(writerOf('yyyy"年"mmmm')('2026-01-05', 'ja')).toBe('2026年1月');
  expect(writerOf('#,##0')('n/a', 'en')).toBeUndefined();
  expect(writerOf('# ?/?')(0.5, 'en')).toBeUndefined();
});
