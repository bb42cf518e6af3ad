import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { UploadSignatures } from './upload-signatures.js';

const signatures = new UploadSignatures(randomBytes(32));
const grant = { uploadId: 'upl_1', expires: 1_800_000_000 };
const signature = signatures.sign(grant);

test('a signature is valid only for its slot and its expiry', () => {
  expect(signatures.verify(grant, signature)).toBe(true);
  expect(signatures.verify({ ...grant, uploadId: 'upl_2' }, signature)).toBe(false);
  expect(signatures.verify({ ...grant, expires: grant.expires + 1 }, signature)).toBe(false);
});

test('a signature of another key is refused', () => {
  expect(new UploadSignatures(randomBytes(32)).verify(grant, signature)).toBe(false);
});

test.each([
  ['nothing', ''],
  ['a truncated signature', signature.slice(0, -2)],
  ['a signature with more after it', `${signature}AAAA`],
  ['a wrong signature of the same length', signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
  ['text that is not base64', '%%%%'],
  ['text of surrogate pairs', '😀'.repeat(22)],
])('%s is refused', (_, wrong) => expect(signatures.verify(grant, wrong)).toBe(false));
