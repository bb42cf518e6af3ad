import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = /^sealed:v1:(?<keyId>[0-9a-f]{16}):(?<bytes>[A-Za-z0-9_-]+)$/;

/** An independent key for one use, so that no two uses share key material. */
export function deriveKey(master: Uint8Array, use: string, bytes = KEY_BYTES): Buffer {
  return Buffer.from(hkdfSync('sha256', master, '', `workbook-data-service/${use}`, bytes));
}

/** A stored secret that none of the given keys opens. */
export class SecretNotOpened extends Error {
  override readonly name = 'SecretNotOpened';
}

interface OpenedSecret {
  plaintext: Buffer;
  /** False where a previous key opened it: seal it again and store the result. */
  isCurrent: boolean;
}

/**
 * Encrypts secrets that the service must be able to read back (AES-256-GCM). A sealed text names its key, and
 * opens only for the purpose it was sealed for, so that it cannot be moved to another row.
 */
export class SecretBox {
  readonly #current: string;
  readonly #keys = new Map<string, Buffer>();

  constructor(current: Uint8Array, previous?: Uint8Array) {
    this.#current = keyId(current);
    if (previous) this.#keys.set(keyId(previous), deriveKey(previous, 'secret-box'));
    this.#keys.set(this.#current, deriveKey(current, 'secret-box'));
  }

  static isSealed(text: string): boolean {
    return text.startsWith('sealed:');
  }

  /** How every text begins that is sealed with the current key. */
  get currentPrefix(): string {
    return `sealed:v1:${this.#current}:`;
  }

  seal(plaintext: Uint8Array, purpose: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#keys.get(this.#current) as Buffer, iv);
    cipher.setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
    return this.currentPrefix + sealed.toString('base64url');
  }

  open(sealed: string, purpose: string): OpenedSecret {
    const { keyId = '', bytes = '' } = FORMAT.exec(sealed)?.groups ?? {};
    const key = this.#keys.get(keyId);
    const stored = Buffer.from(bytes, 'base64url');
    if (!key || stored.length < IV_BYTES + TAG_BYTES)
      throw new SecretNotOpened('The secret was sealed with another key.');
    const decipher = createDecipheriv('aes-256-gcm', key, stored.subarray(0, IV_BYTES));
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(stored.subarray(-TAG_BYTES));
    try {
      const plaintext = Buffer.concat([
        decipher.update(stored.subarray(IV_BYTES, -TAG_BYTES)),
        decipher.final(),
      ]);
      return { plaintext, isCurrent: keyId === this.#current };
    } catch {
      throw new SecretNotOpened('The secret was altered, or sealed for another purpose.');
    }
  }
}

/** Identifies a key without revealing anything about it. */
function keyId(master: Uint8Array): string {
  return deriveKey(master, 'key-id', 8).toString('hex');
}
