import { rm, stat } from 'node:fs/promises';
import { say } from '@workbook-data-service/contract/messages';
import type { BlobRef, BlobStore, PutOptions } from '../blobs/blob-store.js';
import { problem } from '../core/problems.js';

/** The most bytes that a statement may write, unless there is a lower limit. */
export const MOST_RESULT_BYTES = 512 * 1024 * 1024;

/** Stores the file that a user's statement wrote. Rows may be few and wide, so bytes are limited as well. */
export async function storeResultFile(
  blobs: BlobStore,
  path: string,
  { mostBytes = MOST_RESULT_BYTES, ...options }: Pick<PutOptions, 'disposable'> & { mostBytes?: number } = {},
): Promise<BlobRef> {
  const { size } = await stat(path);
  if (size <= mostBytes) return await blobs.adopt(path, options);
  await rm(path, { force: true });
  throw problem('query-too-large', say('result-too-large', { bytes: size, max: mostBytes }));
}
