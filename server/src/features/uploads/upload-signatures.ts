import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Catalog } from '../../catalog/catalog.js';
import { signingKey } from '../../catalog/signing-key.js';

/** What a signature vouches for: this slot may be filled until then. */
export interface UploadGrant {
  uploadId: string;
  /** In seconds since 1970. */
  expires: number;
}

/** Signs the URLs of upload slots, so that whoever holds one needs no credential. */
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

  /** Takes as long for a nearly right signature as for a wrong one. */
  verify(grant: UploadGrant, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url');
    const right = this.#digest(grant);
    return given.length === right.length && timingSafeEqual(given, right);
  }

  #digest({ uploadId, expires }: UploadGrant): Buffer {
    return createHmac('sha256', this.#key).update(`${uploadId}\n${expires}`).digest();
  }
}
