import { expect, test } from 'vitest';
import { nextAttemptAt, pauseUntil } from './delivery-schedule.js';

const now = new Date('2026-01-01T00:00:00Z');
const secondsTo = (time: Date | undefined) => time && (time.getTime() - now.getTime()) / 1000;

test('a delivery is attempted nine times, over 22 hours, and then given up', () => {
  const waits = Array.from({ length: 9 }, (_, i) => secondsTo(nextAttemptAt(i + 1, now, () => 0)));
  expect(waits).toEqual([5, 30, 120, 600, 3600, 10_800, 21_600, 43_200, undefined]);
});

test('jitter adds up to a fifth to a wait', () => {
  expect(secondsTo(nextAttemptAt(2, now, () => 1))).toBe(36);
});

test('a receiver is left alone for no longer than its only delivery would wait', () => {
  const pauses = Array.from({ length: 10 }, (_, i) => secondsTo(pauseUntil(i + 1, now)));
  expect(pauses).toEqual([5, 30, 120, 300, 300, 300, 300, 300, 300, 300]);
});
