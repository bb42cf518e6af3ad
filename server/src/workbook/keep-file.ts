import { rm, stat } from 'node:fs/promises';
import type { BlobRef, BlobStore, PutOptions } from '../blobs/blob-store.js';
import { problem } from '../core/problems.js';

/** What a statement writes may take this much, unless there is a lower limit. */
export const MOST_RESULT_BYTES = 512 * 1024 * 1024;

/** What a statement of a user wrote, as a blob. Rows may be few and wide, so the disk needs a bound of its own. */
export async function keepFile(
  blobs: BlobStore,
  path: string,
  { mostBytes = MOST_RESULT_BYTES, ...options }: Pick<PutOptions, 'disposable'> & { mostBytes?: number } = {},
): Promise<BlobRef> {
  const { size } = await stat(path);
  if (size <= mostBytes) return await blobs.adopt(path, options);
  await rm(path, { force: true });
  throw problem('query-too-large', `The result takes ${size} bytes, and at most ${mostBytes} are kept.`);
}
