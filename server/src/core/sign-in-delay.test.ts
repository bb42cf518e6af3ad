import { expect, test } from 'vitest';
import { type AttemptKind, forgottenBefore, secondsToWait } from './sign-in-delay.js';

const lastAt = '2026-01-01T00:00:00.000Z';
const after = (seconds: number) => new Date(Date.parse(lastAt) + seconds * 1000);

test.each<[AttemptKind, number, number]>([
  ['account-at-address', 4, 0],
  ['account-at-address', 5, 1],
  ['account-at-address', 8, 8],
  ['account-at-address', 100, 300],
  ['account', 49, 0],
  ['account', 50, 1],
  ['account', 10_000, 30],
  ['address', 29, 0],
  ['address', 1000, 30],
])('%s after %s failures waits %s seconds', (kind, failures, seconds) => {
  expect(secondsToWait(kind, { failures, lastAt }, after(0))).toBe(seconds);
  expect(secondsToWait(kind, { failures, lastAt }, after(seconds))).toBe(0);
});

test('failures an hour ago are forgotten', () => {
  expect(forgottenBefore(after(3600))).toBe(lastAt);
  expect(secondsToWait('account-at-address', { failures: 12, lastAt }, after(60))).toBe(68);
  expect(secondsToWait('account-at-address', undefined, after(0))).toBe(0);
});
