import { expect, test } from 'vitest';
import { Outage } from '../../core/outage.js';
import { problem } from '../../core/problems.js';
import { nextAttempt } from './next-attempt.js';

const now = new Date('2026-03-10T12:00:00.000Z');
const outage = new Outage('database', new Error('connection refused'));
const diskFull = Object.assign(new Error('no space left'), { code: 'ENOSPC' });

const waitOf = (error: unknown, retries: number, created_at = now.toISOString(), random = 1) => {
  const at = nextAttempt({ created_at, retries }, error, now, () => random);
  return at && (at.getTime() - now.getTime()) / 1000;
};

test('a fault of the job itself is not retried', () => {
  expect(waitOf(problem('empty-file'), 0)).toBeUndefined();
  expect(waitOf(problem('version-conflict'), 0)).toBeUndefined();
});

test.each([
  ['an outage', outage],
  ['a full disk', diskFull],
])('after %s a job is retried for a day, with growing delays', (_, error) => {
  expect([0, 1, 2, 3, 20].map((retries) => waitOf(error, retries))).toEqual([1, 2, 4, 8, 300]);
  expect(waitOf(error, 20, '2026-03-09T11:00:00.000Z')).toBeUndefined();
});

test('an unknown failure is retried a few times', () => {
  expect(waitOf(new TypeError('x is undefined'), 4)).toBe(16);
  expect(waitOf(new TypeError('x is undefined'), 5)).toBeUndefined();
});

test('jobs that failed together do not come back together', () => {
  expect([0, 0.5, 1].map((random) => waitOf(outage, 3, now.toISOString(), random))).toEqual([4, 6, 8]);
});
