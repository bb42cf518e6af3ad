import { expect, test } from 'vitest';
import { askedInHash, hashOf } from './asked-factor.js';

test('a sign-in that waits for a second factor goes on behind a hash', () => {
  const asked = { ticket: 'a-b_c', factors: ['totp', 'recovery_code'] };
  expect(askedInHash(`#${hashOf(asked)}`)).toEqual(asked);
  expect(askedInHash('')).toBeUndefined();
  expect(askedInHash('#other')).toBeUndefined();
});
