import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Catalog } from '../../catalog/catalog.js';
import { signingKey } from '../../catalog/signing-key.js';

/** What a signature permits: filling this slot until it expires. */
export interface UploadGrant {
  uploadId: string;
  /** In seconds since 1970. */
  expires: number;
}

/** Signs the URLs of upload slots, so that an upload needs no credential. */
export class UploadSignatures {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  static async open(catalog: Catalog): Promise<UploadSignatures> {
    return new UploadSignatures(await signingKey(catalog, 'upload_signing_key'));
  }

  sign(grant: UploadGrant): string {
    return this.#digest(grant).toString('base64url');
  }

  /** In constant time, so that a signature cannot be guessed byte by byte. */
  verify(grant: UploadGrant, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url');
    const right = this.#digest(grant);
    return given.length === right.length && timingSafeEqual(given, right);
  }

  #digest({ uploadId, expires }: UploadGrant): Buffer {
    return createHmac('sha256', this.#key).update(`${uploadId}\n${expires}`).digest();
  }
}
