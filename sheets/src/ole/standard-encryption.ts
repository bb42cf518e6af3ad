import { createDecipheriv, hash } from 'node:crypto';
import { builtInPassword, passwordNeeded } from './built-in-password.js';

const SPINS = 50_000;
const HASH_BYTES = 20;
/** The identifiers of AES, by key length in bits. */
const aes = new Map([
  [0x660e, 128],
  [0x660f, 192],
  [0x6610, 256],
]);

/** Decrypts a package in standard encryption, that of Excel 2007 ([MS-OFFCRYPTO] 2.3.4.5 to 2.3.4.9). */
export function decryptStandard(info: Buffer, blocks: Buffer): Buffer {
  const headerBytes = info.readUInt32LE(8);
  const keyBits = aes.get(info.readUInt32LE(12 + 8));
  const verifierAt = 12 + headerBytes;
  if (keyBits === undefined || info.readUInt32LE(verifierAt) !== 16) throw passwordNeeded();
  const field = (at: number, length: number) => info.subarray(verifierAt + at, verifierAt + at + length);

  const key = keyOf(field(4, 16)).subarray(0, keyBits / 8);
  const verifier = decrypt(key, field(20, 16));
  const verifierHash = decrypt(key, field(40, 32)).subarray(0, HASH_BYTES);
  if (!hash('sha1', verifier, 'buffer').equals(verifierHash)) throw passwordNeeded();
  return decrypt(key, blocks);
}

function keyOf(salt: Buffer): Buffer {
  let spun = hash('sha1', Buffer.concat([salt, builtInPassword]), 'buffer');
  const next = Buffer.alloc(4 + HASH_BYTES);
  for (let i = 0; i < SPINS; i++) {
    next.writeUInt32LE(i);
    spun.copy(next, 4);
    spun = hash('sha1', next, 'buffer');
  }
  const final = hash('sha1', Buffer.concat([spun, Buffer.alloc(4)]), 'buffer');
  return Buffer.concat([0x36, 0x5c].map((pad) => hash('sha1', masked(final, pad), 'buffer')));
}

function masked(bytes: Buffer, pad: number): Buffer {
  const mask = Buffer.alloc(64, pad);
  bytes.forEach((byte, i) => {
    mask[i] = byte ^ pad;
  });
  return mask;
}

function decrypt(key: Buffer, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false);
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 16));
  return Buffer.concat([decipher.update(whole), decipher.final()]);
}
