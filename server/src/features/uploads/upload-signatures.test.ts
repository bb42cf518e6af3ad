import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { UploadSignatures } from './upload-signatures.js';

const signatures = new UploadSignatures(randomBytes(32));
const grant = { uploadId: 'upl_1', expires: 1_800_000_000 };
const signature = signatures.sign(grant);

test('a signature vouches for its slot and its time, and for no other', () => {
  expect(signatures.verify(grant, signature)).toBe(true);
  expect(signatures.verify({ ...grant, uploadId: 'upl_2' }, signature)).toBe(false);
  expect(signatures.verify({ ...grant, expires: grant.expires + 1 }, signature)).toBe(false);
});

test('what one key signed, another does not accept', () => {
  expect(new UploadSignatures(randomBytes(32)).verify(grant, signature)).toBe(false);
});

test.each([
  ['nothing', ''],
  ['a part of it', signature.slice(0, -2)],
  ['more than it', `${signature}AAAA`],
  ['another of its length', signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
  ['no base64', '%%%%'],
  ['letters of two code units', '😀'.repeat(22)],
])('%s is no signature', (_, wrong) => expect(signatures.verify(grant, wrong)).toBe(false));
