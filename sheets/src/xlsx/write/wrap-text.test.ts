import { expect, test } from 'vitest';
import { textRows } from './wrap-text.js';

test.each([
  ['', [['', 1]]],
  ['one two', [['one two', 1]]],
  [
    'one\r\n\ntwo',
    [
      ['one', 1],
      ['', 1],
      ['two', 1],
    ],
  ],
  ['three words here and more', [['three words here and more', 3]]],
  ['unbreakablelongword', [['unbreakablelongword', 2]]],
  ['日本語の文章', [['日本語の文章', 2]]],
])('%j in rows of ten characters', (text, rows) => {
  expect(textRows(text, 10).map((row) => [row.text, row.lines])).toEqual(rows);
});

test('a paragraph too long for a row continues in the next, between words', () => {
  const text = 'four '.repeat(1000).trim();
  const rows = textRows(text, 10);
  expect(rows.length).toBe(Math.ceil(1000 / 48));
  expect(rows.every(({ lines }) => lines <= 24)).toBe(true);
  expect(rows.map((row) => row.text).join(' ')).toBe(text);
});

test('no character is cut in two', () => {
  const rows = textRows('😀'.repeat(500), 11);
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.every((row) => !/\p{Cs}/u.test(row.text))).toBe(true);
});
