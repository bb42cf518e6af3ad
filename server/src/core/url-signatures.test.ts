import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { UrlSignatures } from './url-signatures.js';

const signatures = new UrlSignatures(randomBytes(32));
const grant = 'upl_1 until 1800000000';
const signature = signatures.sign(grant);

test('a signature is valid only for what was signed', () => {
  expect(signatures.verify(grant, signature)).toBe(true);
  expect(signatures.verify('upl_2 until 1800000000', signature)).toBe(false);
});

test('a signature of another key is refused', () => {
  expect(new UrlSignatures(randomBytes(32)).verify(grant, signature)).toBe(false);
});

test.each([
  ['nothing', ''],
  ['a truncated signature', signature.slice(0, -2)],
  ['a signature with more after it', `${signature}AAAA`],
  ['a wrong signature of the same length', signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
  ['text that is not base64', '%%%%'],
  ['text of surrogate pairs', '😀'.repeat(22)],
])('%s is refused', (_, wrong) => expect(signatures.verify(grant, wrong)).toBe(false));
