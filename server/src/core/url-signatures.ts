import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs what a URL permits, so that whoever opens it needs no credential. */
export class UrlSignatures {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  sign(grant: string): string {
    return this.#digest(grant).toString('base64url');
  }

  /** In constant time, so that a signature cannot be guessed byte by byte. */
  verify(grant: string, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url');
    const right = this.#digest(grant);
    return given.length === right.length && timingSafeEqual(given, right);
  }

  #digest(grant: string): Buffer {
    return createHmac('sha256', this.#key).update(grant).digest();
  }
}
