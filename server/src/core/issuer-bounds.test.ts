import { expect, test } from 'vitest';
import { boundedExpiry, boundedRate } from './issuer-bounds.js';

const unbounded = { rateLimitPerMinute: null, expiresAt: null };
const bounded = { rateLimitPerMinute: 100, expiresAt: '2026-01-11T00:00:00.000Z' };
const now = '2026-01-01T00:00:00.000Z';

test.each([
  [null, unbounded, 600],
  [5000, unbounded, 5000],
  [null, bounded, 100],
  [100, bounded, 100],
  [1, bounded, 1],
])('a rate of %s within %o is %s', (asked, bounds, rate) => {
  expect(boundedRate(asked, 600, bounds)).toBe(rate);
});

test.each([
  [null, 90, unbounded, '2026-04-01T00:00:00.000Z'],
  [null, null, unbounded, null],
  [365, 90, unbounded, '2027-01-01T00:00:00.000Z'],
  [null, 90, bounded, bounded.expiresAt],
  [null, null, bounded, bounded.expiresAt],
  [null, 5, bounded, '2026-01-06T00:00:00.000Z'],
  [10, 90, bounded, bounded.expiresAt],
])('%s days, or %s, within %o end at %s', (asked, byDefault, bounds, end) => {
  expect(boundedExpiry(now, asked, byDefault, bounds)).toBe(end);
});

test('more than the issuer has is refused, and the bound is named', () => {
  expect(() => boundedRate(101, 600, bounded)).toThrow('at most 100');
  expect(() => boundedExpiry(now, 11, 90, bounded)).toThrow(bounded.expiresAt);
});
