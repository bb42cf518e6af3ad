import { rm, stat } from 'node:fs/promises';
import { say } from '@workbook-data-service/contract/messages';
import type { BlobRef, BlobStore, PutOptions } from '../blobs/blob-store.js';
import { problem } from '../core/problems.js';

/** The most bytes that a statement may write, unless there is a lower limit. */
export const MAX_RESULT_BYTES = 512 * 1024 * 1024;

/** Stores the file that a user's statement wrote. Rows may be few and wide, so bytes are limited as well. */
export async function storeResultFile(
  blobs: BlobStore,
  path: string,
  { maxBytes = MAX_RESULT_BYTES, ...options }: Pick<PutOptions, 'disposable'> & { maxBytes?: number } = {},
): Promise<BlobRef> {
  await requireSize(path, maxBytes);
  return await blobs.adopt(path, options);
}

/** Removes and refuses a larger file. */
export async function requireSize(path: string, maxBytes = MAX_RESULT_BYTES): Promise<void> {
  const { size } = await stat(path);
  if (size <= maxBytes) return;
  await rm(path, { force: true });
  throw problem('query-too-large', say('result-too-large', { bytes: size, max: maxBytes }));
}
