import type { BlobStore } from '../../blobs/blob-store.js';
import type { KnownFile } from '../../file-workers/last-file.js';
import { pathOfSource } from '../stored-blobs.js';
import type { ReceivedFile } from './received-file.js';

/** A file in the form that the file workers take. */
export async function knownFile(
  blobs: BlobStore,
  { filename, blob: { hash } }: ReceivedFile,
): Promise<KnownFile> {
  return { path: await pathOfSource(blobs, hash, filename), filename, hash };
}
