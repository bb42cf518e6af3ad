import { createHash } from 'node:crypto';
import { BlobDamaged } from './blob-store.js';

/** The bytes of a blob as they arrive. The last ones are returned only once all of them are verified. */
export async function* verifiedBytes(
  source: AsyncIterable<Uint8Array>,
  hash: string,
): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256');
  let held: Uint8Array | undefined;
  for await (const chunk of source) {
    if (held) yield held;
    digest.update(chunk);
    held = chunk;
  }
  if (digest.digest('hex') !== hash) throw new BlobDamaged(hash);
  if (held) yield held;
}
