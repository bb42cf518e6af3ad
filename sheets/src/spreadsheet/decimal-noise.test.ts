import { expect, test } from 'vitest';
import { withoutDecimalNoise } from './decimal-noise.js';

test.each([
  [0.46799999999999997, 0.468],
  [0.1 + 0.2, 0.3],
  [340866.92600000004, 340866.926],
  [-0.06520000000000001, -0.0652],
  [1.1e-9 * 3, 3.3e-9],
  [33.35 - 30, 3.35],
  [4754.299999999814, 4754.3],
])('%d was meant to be %d', (stored, meant) => {
  expect(withoutDecimalNoise(stored)).toBe(meant);
});

test.each([1 / 3, 0.1234567890123456, Math.PI, 2 ** 70, 12, 1e300, Number.NaN, Number.POSITIVE_INFINITY])(
  '%d is kept as it is',
  (stored) => {
    expect(withoutDecimalNoise(stored)).toBe(stored);
  },
);
