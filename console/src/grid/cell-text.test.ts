import { expect, test } from 'vitest';
import { exactText, shownText } from './cell-text.js';

const column = (type: string, name = 'amount') => ({ name, type });

test('numbers and dates are shown by the language of the reader', () => {
  expect(shownText(1234567.5, column('DOUBLE'), 'en')).toBe('1,234,567.5');
  expect(shownText('12345678901234567890.10', column('DECIMAL(38,2)'), 'en')).toMatch(
    /^12,345,678,901,234,567,890\.1/,
  );
  expect(shownText(7056.35, column('DOUBLE'), 'en')).toBe('7,056.35');
  expect(shownText('2026-11-16', column('DATE'), 'ja')).toBe('2026/11/16');
  expect(shownText('2026-11-16', column('DATE'), 'en')).toBe('Nov 16, 2026');
});

test('years, codes and texts stay as they are', () => {
  expect(shownText(2026, column('BIGINT'), 'en')).toBe('2026');
  expect(shownText(1234567, column('BIGINT', '取引先コード'), 'ja')).toBe('1234567');
  expect(shownText('0012', column('VARCHAR'), 'en')).toBe('0012');
  expect(shownText('many', column('BIGINT'), 'en')).toBe('many');
  expect(shownText(null, column('VARCHAR'), 'en')).toBe('');
});

test('what is edited and copied is exact', () => {
  expect(exactText(0.1)).toBe('0.1');
  expect(exactText('2026-11-16')).toBe('2026-11-16');
  expect(exactText({ a: 1 })).toBe('{"a":1}');
});
