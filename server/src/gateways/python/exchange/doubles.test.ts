import { expect, test } from 'vitest';
import { decodeDoubles, encodeDoubles, isDoubles } from './doubles.js';

test('doubles round-trip exactly, and NULL as NULL', () => {
  const cells = [0.1, -0, 5e-324, null, Number.MAX_VALUE, 3];
  expect(decodeDoubles(encodeDoubles(cells))).toEqual(cells);
});

test('JSON is not mistaken for doubles, nor are truncated doubles', () => {
  expect(isDoubles(Buffer.from('[1,2]'))).toBe(false);
  expect(isDoubles(encodeDoubles([1, 2]))).toBe(true);
  expect(isDoubles(encodeDoubles([1, 2]).subarray(0, 12))).toBe(false);
});
