import { expect, test } from 'vitest';
import { newTotpSecret, stepOfCode, totpUrl } from './totp.js';

/** The secret of RFC 6238, appendix B, whose codes have eight digits there. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082', 1],
  [1111111109, '081804', 37037036],
  [20000000000, '353130', 666666666],
])('at second %i the code is %s', (second, code, step) => {
  expect(stepOfCode(SECRET, code, second * 1000)).toBe(step);
});

test('a clock may be half a minute off, and not more', () => {
  expect(stepOfCode(SECRET, '287082', 89_000)).toBe(1);
  expect(stepOfCode(SECRET, '287082', 29_000)).toBe(1);
  expect(stepOfCode(SECRET, '287082', 90_000)).toBe(null);
  expect(stepOfCode(SECRET, '28708', 59_000)).toBe(null);
  expect(stepOfCode(SECRET, 'abcdef', 59_000)).toBe(null);
});

test('secrets differ, have 160 bits, and are in the URL', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(secret);
  const url = new URL(totpUrl(secret, { host: 'data.example.com', email: 'ann@example.com' }));
  expect(decodeURIComponent(url.pathname)).toContain('ann@example.com (data.example.com)');
  expect(url.searchParams.get('secret')).toBe(secret);
});
