import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, isWeakHash, passwordMatches } from './passwords.js';

test('passwords are hashed by argon2id with 19 MiB, two passes and one lane', async () => {
  const stored = await hashPassword('quiet harbour seven lamps');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(isWeakHash(stored)).toBe(false);
  expect(await passwordMatches(stored, 'quiet harbour seven lamps')).toBe(true);
  expect(await passwordMatches(stored, 'quiet harbour seven lamp')).toBe(false);
  expect(await passwordMatches(null, 'quiet harbour seven lamps')).toBe(false);
});

test.each([
  [{ memoryCost: 4096 }, true],
  [{ timeCost: 1 }, true],
  [{ algorithm: 1 }, true],
  [{ memoryCost: 65_536, timeCost: 3 }, false],
])('a hash made with %o is weak: %s', async (options, weak) => {
  expect(isWeakHash(await hash('x', options))).toBe(weak);
});
