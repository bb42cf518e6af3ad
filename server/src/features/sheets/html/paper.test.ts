import { expect, test } from 'vitest';
import { isLandscape, onPaper } from './paper.js';

const columns = (count: number, width: number) => Array.from({ length: count }, () => width);

test('a table wider than an upright page lies on its side, a wider one has small letters', () => {
  expect(isLandscape([columns(6, 10)])).toBe(false);
  expect(isLandscape([columns(6, 10), columns(10, 10)])).toBe(true);
  expect(onPaper(columns(10, 10))).toEqual({ size: 'normal', parts: [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]] });
  expect(onPaper(columns(14, 10)).size).toBe('small');
});

test('a table wider than any page is printed in parts that each begin with its first column', () => {
  const { size, parts } = onPaper([12, ...columns(29, 10)]);
  expect(size).toBe('normal');
  expect(parts.every(([first]) => first === 0)).toBe(true);
  expect(parts.flatMap(([, ...others]) => others)).toEqual(columns(29, 0).map((_, i) => i + 1));
  expect(parts.length).toBe(3);
});

test('a single column wider than a page stays one part', () => {
  expect(onPaper([400]).parts).toEqual([[0]]);
});
