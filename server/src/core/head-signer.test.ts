import { expect, test } from 'vitest';
import { signHead } from './audit-chain.js';
import { HeadSigner } from './head-signer.js';

const key = new Uint8Array(32).fill(7);
const head = { length: 2, hash: 'b'.repeat(64) };

test('a head is known by its signature, whoever signed it, and nothing else passes for it', () => {
  const signer = new HeadSigner(key);
  const mac = signer.sign('wb_1', head);
  expect(mac).toBe(signHead(key, 'wb_1', head));
  expect(signer.isSigned('wb_1', head, mac)).toBe(true);
  expect(new HeadSigner(key).isSigned('wb_1', head, mac)).toBe(true);
  expect(signer.isSigned('wb_1', { ...head, length: 1 }, mac)).toBe(false);
  expect(signer.isSigned('wb_1', { ...head, hash: 'c'.repeat(64) }, mac)).toBe(false);
  expect(signer.isSigned('wb_2', head, mac)).toBe(false);
  expect(signer.isSigned('wb_1', head, null)).toBe(false);
});
