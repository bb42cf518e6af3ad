import type { BlobRef } from '../../blobs/blob-store.js';

/** An uploaded file that is in the blob store, and nowhere else yet. */
export interface ReceivedFile {
  filename: string;
  blob: BlobRef;
}
