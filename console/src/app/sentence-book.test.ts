import { expect, test } from 'vitest';
import { sentenceBook } from './sentence-book.js';

const book = sentenceBook(
  { '{n} [value|values] of "{column}" [is|are] {what}: {list}.': '「{column}」の {n} 件が{what}: {list}。' },
  { 'no number': '数値ではありません' },
);

test('a known sentence is told in Japanese, with its names, numbers and lists', () => {
  expect(book('12 values of "数量 (kg)" are no number: "x", "y" and 10 more.', 'ja')).toBe(
    '「数量 (kg)」の 12 件が数値ではありません: "x", "y" ほか 10 件。',
  );
  expect(book('1 value of "a" is odd: "$&".', 'ja')).toBe('「a」の 1 件がodd: "$&"。');
});

test('any other sentence stays as it is, and so does every one in English', () => {
  expect(book('Something new.', 'ja')).toBe('Something new.');
  expect(book('1 value of "a" is odd: "x".', 'en')).toBe('1 value of "a" is odd: "x".');
});
