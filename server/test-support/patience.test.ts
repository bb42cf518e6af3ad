import { expect, test } from 'vitest';
import { patience } from './patience.js';

test('a wait is as long as given on a quiet machine, and grows with its load', () => {
  expect(patience(1000, 0)).toBe(1000);
  expect(patience(1000, 1)).toBe(1000);
  expect(patience(1000, 30)).toBe(30_000);
  expect(patience(1000)).toBeGreaterThanOrEqual(1000);
});
