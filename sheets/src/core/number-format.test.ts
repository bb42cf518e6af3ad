import { expect, test } from 'vitest';
import { isNumberFormat } from './number-format.js';

test.each([
  'General',
  '0',
  '#,##0.00',
  '0.0%',
  '# ?/?',
  '0.00E+00',
  '#,##0;[Red]-#,##0;"-"??;@',
  '[$€-407]#,##0.00',
  '[h]:mm:ss',
  'yyyy-mm-dd hh:mm AM/PM',
  'yyyy"年"m"月"d"日"',
  'yyyy年m月d日',
  'ggge"年"',
  '_-* #,##0_-',
  '[<=100]0;[>100]"many"',
  '\\x0',
  '¥#,##0',
])('%s is a number format', (format) => expect(isNumberFormat(format)).toBe(true));

test.each([
  '',
  '[[0',
  '[Pink]0',
  '"open',
  '0;0;0;0;0',
  'hello',
  '0 kg',
  'E+',
  '0\\',
  '"\u0001"',
  '\ud800',
  '0'.repeat(256),
])('%j is none', (format) => expect(isNumberFormat(format)).toBe(false));
