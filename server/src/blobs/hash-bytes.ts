import { createHash } from 'node:crypto';
import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../core/problems.js';
import type { BlobRef } from './blob-store.js';

/** Hashes and counts bytes that pass through; `ref` describes those that have passed. */
interface MeasuredBytes {
  bytes: AsyncIterable<Uint8Array>;
  ref(): BlobRef;
}

export function hashBytes(
  source: AsyncIterable<Uint8Array>,
  maxBytes = Number.POSITIVE_INFINITY,
): MeasuredBytes {
  const digest = createHash('sha256');
  let size = 0;

  async function* pass(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      size += chunk.byteLength;
      if (size > maxBytes) {
        throw problem('too-large', say('bytes-limit', { max: maxBytes }), {
          members: { max_bytes: maxBytes },
        });
      }
      digest.update(chunk);
      yield chunk;
    }
  }

  return { bytes: pass(), ref: () => ({ hash: digest.copy().digest('hex'), size }) };
}
