import { expect, test } from 'vitest';
import { retryAfter } from './delivery-schedule.js';

const now = new Date('2026-01-01T00:00:00Z');
const secondsTo = (time: Date | undefined) => time && (time.getTime() - now.getTime()) / 1000;
const waits = (attempts: number, failures: number, random = 0) => {
  const { nextAttemptAt, pausedUntil } = retryAfter({ attempts, failures }, now, () => random);
  return [secondsTo(nextAttemptAt), secondsTo(pausedUntil)];
};
const oneToNine = Array.from({ length: 9 }, (_, i) => i + 1);

test('a delivery is attempted nine times, over 22 hours, and then given up', () => {
  expect(oneToNine.map((n) => waits(n, n)[0])).toEqual([
    5,
    30,
    120,
    600,
    3600,
    10_800,
    21_600,
    43_200,
    undefined,
  ]);
});

test('a receiver is left alone for no longer than two minutes', () => {
  expect(oneToNine.map((n) => waits(n, n)[1])).toEqual([5, 30, 120, 120, 120, 120, 120, 120, 120]);
});

test('jitter adds up to a fifth to a wait, and the same to the pause', () => {
  expect(waits(2, 2, 1)).toEqual([36, 36]);
  expect(waits(2, 2, 0.5)).toEqual([33, 33]);
});

test('a delivery is not said to be attempted while its receiver is left alone', () => {
  expect(waits(1, 5, 1)).toEqual([144, 144]);
});
