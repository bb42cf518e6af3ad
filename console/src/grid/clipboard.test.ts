import { expect, test } from 'vitest';
import { fromTsv, toHtml, toTsv } from './clipboard.js';

test.each([
  [
    [
      ['a', 'b'],
      ['c', ''],
    ],
  ],
  [[['two\nlines', 'a "quoted" word', 'a\ttab', '日本語']]],
  [[['']]],
  [[[''], ['x']]],
])('cells survive the clipboard: %j', (table) => {
  expect(fromTsv(toTsv(table))).toEqual(table);
});

test('what Excel writes is read: a line end at the end, and quotes only where needed', () => {
  expect(fromTsv('1\t"x\ny"\r\n2\tz\r\n')).toEqual([
    ['1', 'x\ny'],
    ['2', 'z'],
  ]);
  expect(fromTsv('5" pipe\t"loose')).toEqual([['5" pipe', '"loose']]);
  expect(fromTsv('a\nb')).toEqual([['a'], ['b']]);
});

test('a table for other programs has no markup of its cells', () => {
  expect(toHtml([['<img src=x>']], () => true)).not.toContain('<img');
});

test('in Excel texts stay texts, and numbers are numbers unless they would lose digits', () => {
  const isText = (column: number) => column === 0;
  expect(toHtml([['0012', '12', '12345678901234567890']], isText)).toBe(
    `<table><tr><td style="mso-number-format:'\\@'">0012</td><td>12</td>` +
      `<td style="mso-number-format:'\\@'">12345678901234567890</td></tr></table>`,
  );
});
