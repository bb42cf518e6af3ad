import { createDecipheriv, hash } from 'node:crypto';
import { tooComplex } from '../core/file-error.js';
import { builtInPassword, passwordNeeded } from './built-in-password.js';

const SEGMENT_BYTES = 4096;
const BLOCK_BYTES = 16;
/** Each is one hash. Excel writes 100,000. */
const MAX_SPINS = 500_000;
const PADDING = 0x36;

/** What a key is derived for. */
const purposes = {
  verifier: Buffer.from('fea7d2763b4b9e79', 'hex'),
  verifierHash: Buffer.from('d7aa0f6d3061344e', 'hex'),
  packageKey: Buffer.from('146e0be7abacd0d6', 'hex'),
};

const hashNames = new Map([
  ['MD5', 'md5'],
  ['SHA1', 'sha1'],
  ['SHA-1', 'sha1'],
  ['SHA256', 'sha256'],
  ['SHA384', 'sha384'],
  ['SHA512', 'sha512'],
]);

const chainings = new Map([
  ['ChainingModeCBC', 'cbc'],
  ['ChainingModeCFB', 'cfb8'],
]);

/** Decrypts, in place, a package in agile encryption ([MS-OFFCRYPTO] 2.3.4.10 to 2.3.4.15). */
export function decryptAgile(description: string, encrypted: Buffer): Buffer {
  const data = new Encryption(elementWith(description, 'keyData'));
  const password = new Encryption(elementWith(description, 'encryptedKey'));
  const spun = spin(password);
  const decrypted = (purpose: keyof typeof purposes, value: string) =>
    password.decrypt(
      password.fitted(password.hash(Buffer.concat([spun, purposes[purpose]])), password.keyBytes),
      password.salt,
      password.bytes(value),
    );

  const expected = decrypted('verifierHash', 'encryptedVerifierHashValue');
  const actual = password.hash(decrypted('verifier', 'encryptedVerifierHashInput'));
  if (!actual.equals(expected.subarray(0, actual.length))) throw passwordNeeded();

  const key = decrypted('packageKey', 'encryptedKeyValue').subarray(0, data.keyBytes);
  for (let at = 0; at < encrypted.length; at += SEGMENT_BYTES) {
    const segment = encrypted.subarray(at, at + SEGMENT_BYTES);
    const salt = data.hash(Buffer.concat([data.salt, uint32(at / SEGMENT_BYTES)]));
    data.decrypt(key, salt, segment).copy(segment);
  }
  return encrypted;
}

/** The slow hash of the password, which makes guessing expensive. */
function spin(encryption: Encryption): Buffer {
  const spins = encryption.number('spinCount');
  if (spins > MAX_SPINS) throw tooComplex('file-key-too-slow');
  let spun = encryption.hash(Buffer.concat([encryption.salt, builtInPassword]));
  const next = Buffer.alloc(4 + spun.length);
  for (let i = 0; i < spins; i++) {
    next.writeUInt32LE(i);
    spun.copy(next, 4);
    spun = encryption.hash(next);
  }
  return spun;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** The attributes of the first element with that name, under any prefix. */
function elementWith(xml: string, name: string): Map<string, string> {
  const element = new RegExp(`<(?:\\w+:)?${name}\\s([^>]*)>`).exec(xml)?.[1] ?? '';
  return new Map(
    [...element.matchAll(/(\w+)\s*=\s*["']([^"']*)["']/g)].map(([, key = '', value = '']) => [key, value]),
  );
}

/** A hash and a cipher, as an element of the description names them. */
class Encryption {
  readonly salt: Buffer;
  readonly keyBytes: number;
  readonly #attributes: ReadonlyMap<string, string>;
  readonly #hash: string;
  readonly #cipher: string;

  constructor(attributes: ReadonlyMap<string, string>) {
    this.#attributes = attributes;
    this.#hash = hashNames.get(attributes.get('hashAlgorithm') ?? '') ?? unknown();
    const chaining = chainings.get(attributes.get('cipherChaining') ?? '') ?? unknown();
    if (attributes.get('cipherAlgorithm') !== 'AES') unknown();
    const keyBits = this.number('keyBits');
    if (![128, 192, 256].includes(keyBits)) unknown();
    this.#cipher = `aes-${keyBits}-${chaining}`;
    this.keyBytes = keyBits / 8;
    this.salt = this.bytes('saltValue');
  }

  number(name: string): number {
    const value = this.#attributes.get(name) ?? '';
    return /^\d{1,9}$/.test(value) ? Number(value) : unknown();
  }

  bytes(name: string): Buffer {
    return Buffer.from(this.#attributes.get(name) ?? '', 'base64');
  }

  hash(bytes: Buffer): Buffer {
    return hash(this.#hash, bytes, 'buffer');
  }

  /** The whole blocks of the bytes, decrypted; the end of a cut file is not one. */
  decrypt(key: Buffer, salt: Buffer, bytes: Buffer): Buffer {
    const whole = bytes.length - (bytes.length % BLOCK_BYTES);
    const decipher = createDecipheriv(this.#cipher, key, this.fitted(salt, BLOCK_BYTES));
    decipher.setAutoPadding(false);
    return Buffer.concat([decipher.update(bytes.subarray(0, whole)), decipher.final()]);
  }

  fitted(bytes: Buffer, length: number): Buffer {
    return Buffer.concat([bytes, Buffer.alloc(Math.max(0, length - bytes.length), PADDING)], length);
  }
}

function unknown(): never {
  throw passwordNeeded();
}
