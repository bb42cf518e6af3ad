import { hash } from 'node:crypto';
import { builtInPassword, passwordNeeded } from '../ole/built-in-password.js';
import { rc4KeyStream } from './rc4.js';

const BLOCK_BYTES = 1024;
const RC4_ALGORITHM = 0x6801;

/** Decrypts bytes of a record in place; the ciphers depend on where they are in the stream. */
export interface XlsCipher {
  decrypt(bytes: Buffer, position: number, recordBytes: number): void;
}

/** The cipher that a password record (FILEPASS) describes, if the built-in password opens the file. */
export function xlsCipher(record: Buffer): XlsCipher {
  if (record.length === 4) return xorCipher(record);
  if (record.readUInt16LE(0) === 0) return xorCipher(record.subarray(2));
  const isCryptoApi = record.readUInt16LE(4) === 2;
  return isCryptoApi ? cryptoApiCipher(record.subarray(6)) : rc4Cipher(record.subarray(6));
}

/** What [MS-OFFCRYPTO] 2.3.7.1 and 2.3.7.2 derive from the built-in password. */
const XOR_KEY = 0xb359;
const XOR_VERIFIER = 0x9a0a;
const xorBytes = [...Buffer.from('VelvetSweatshop\xbb', 'latin1')].map((byte, i) =>
  rotatedRight(byte ^ (i % 2 === 0 ? XOR_KEY & 0xff : XOR_KEY >> 8), 1),
);

function xorCipher(record: Buffer): XlsCipher {
  if (record.readUInt16LE(0) !== XOR_KEY || record.readUInt16LE(2) !== XOR_VERIFIER) throw passwordNeeded();
  return {
    decrypt(bytes, position, recordBytes) {
      for (let i = 0; i < bytes.length; i++) {
        const key = xorBytes[(position + recordBytes + i) % xorBytes.length] as number;
        bytes[i] = rotatedRight((bytes[i] as number) ^ key, 5);
      }
    },
  };
}

function rotatedRight(byte: number, bits: number): number {
  return ((byte >> bits) | (byte << (8 - bits))) & 0xff;
}

/** RC4 with a 40-bit key, as in Excel 97 ([MS-OFFCRYPTO] 2.3.6). */
function rc4Cipher(record: Buffer): XlsCipher {
  const salt = record.subarray(0, 16);
  const password = hash('md5', builtInPassword, 'buffer').subarray(0, 5);
  const salted = Buffer.concat(Array.from({ length: 16 }, () => [password, salt]).flat());
  const base = hash('md5', salted, 'buffer').subarray(0, 5);
  const keyOf = (block: number) => hash('md5', Buffer.concat([base, uint32(block)]), 'buffer');
  return checkedRc4(keyOf, 'md5', record.subarray(16, 32), record.subarray(32, 48));
}

/** RC4 with keys of Windows' CryptoAPI, as in Excel 2002 and later ([MS-OFFCRYPTO] 2.3.5). */
function cryptoApiCipher(record: Buffer): XlsCipher {
  const headerBytes = record.readUInt32LE(4);
  if (record.readUInt32LE(8 + 8) !== RC4_ALGORITHM) throw passwordNeeded();
  const keyBytes = (record.readUInt32LE(8 + 16) || 40) / 8;
  const verifier = record.subarray(8 + headerBytes);
  const base = hash('sha1', Buffer.concat([verifier.subarray(4, 20), builtInPassword]), 'buffer');
  const keyOf = (block: number) => {
    const key = hash('sha1', Buffer.concat([base, uint32(block)]), 'buffer').subarray(0, keyBytes);
    return keyBytes === 5 ? Buffer.concat([key], 16) : key;
  };
  return checkedRc4(keyOf, 'sha1', verifier.subarray(20, 36), verifier.subarray(40, 60));
}

function checkedRc4(
  keyOf: (block: number) => Buffer,
  hashName: string,
  verifier: Buffer,
  verifierHash: Buffer,
): XlsCipher {
  const cipher = rc4(keyOf);
  const check = Buffer.concat([verifier, verifierHash]);
  cipher.decrypt(check, 0, 0);
  const actual = hash(hashName, check.subarray(0, verifier.length), 'buffer');
  if (!actual.equals(check.subarray(verifier.length))) throw passwordNeeded();
  return cipher;
}

function rc4(keyOf: (block: number) => Buffer): XlsCipher {
  let current = -1;
  let keyStream: Buffer = Buffer.alloc(0);
  return {
    decrypt(bytes, position) {
      for (let i = 0; i < bytes.length; i++) {
        const block = Math.floor((position + i) / BLOCK_BYTES);
        if (block !== current) {
          current = block;
          keyStream = rc4KeyStream(keyOf(block), BLOCK_BYTES);
        }
        bytes[i] = (bytes[i] as number) ^ (keyStream[(position + i) % BLOCK_BYTES] as number);
      }
    },
  };
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
