import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { SecretBox, SecretNotOpened } from './secret-box.js';

const [key, nextKey] = [randomBytes(32), randomBytes(32)];
const secret = Buffer.from('a signing key');
const box = new SecretBox(key);

test('a sealed text opens again, and does not reveal its content', () => {
  const sealed = box.seal(secret, 'settings/a');
  expect(Buffer.from(sealed).includes(secret)).toBe(false);
  expect(box.open(sealed, 'settings/a')).toEqual({ plaintext: secret, isCurrent: true });
  expect(box.seal(secret, 'settings/a')).not.toBe(sealed);
});

test('a previous key still opens, and asks to be replaced', () => {
  const rotated = new SecretBox(nextKey, key);
  expect(rotated.open(box.seal(secret, 'a'), 'a')).toEqual({ plaintext: secret, isCurrent: false });
  expect(rotated.open(rotated.seal(secret, 'a'), 'a').isCurrent).toBe(true);
});

test.each([
  ['another key', () => new SecretBox(nextKey).open(box.seal(secret, 'a'), 'a')],
  ['another purpose', () => box.open(box.seal(secret, 'a'), 'b')],
  [
    'an altered text',
    () =>
      box.open(
        box.seal(secret, 'a').replace(/.$/, (c) => (c === 'A' ? 'Q' : 'A')),
        'a',
      ),
  ],
  ['a text cut short', () => box.open(box.seal(secret, 'a').slice(0, 40), 'a')],
  ['no sealed text at all', () => box.open('a signing key', 'a')],
])('does not open with %s', (_, open) => {
  expect(open).toThrow(SecretNotOpened);
});
