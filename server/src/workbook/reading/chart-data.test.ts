import { expect, test } from 'vitest';
import { roundBins } from './chart-data.js';

test.each([
  [0, 100, 10, false, { start: 0, step: 10, count: 11 }],
  [-40, 57, 10, false, { start: -40, step: 10, count: 10 }],
  [1, 5, 10, true, { start: 0.5, step: 1, count: 5 }],
  [0.013, 0.019, 6, false, { start: 0.013, step: 0.001, count: 7 }],
  [7, 7, 10, false, { start: 7, step: 1, count: 1 }],
  [0, 1e15, 10, true, { start: 0, step: 1e14, count: 11 }],
])('from %d to %d in about %d bins', (low, high, about, isWhole, bins) => {
  const made = roundBins(low, high, about, isWhole);
  expect(made.count).toBe(bins.count);
  expect(made.start).toBeCloseTo(bins.start, 9);
  expect(made.step).toBeCloseTo(bins.step, 9);
});
