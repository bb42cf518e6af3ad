import type { BlobRef } from '../../blobs/blob-store.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';

/** An uploaded file that is in the blob store, but not yet in the catalog. */
export interface ReceivedFile {
  filename: string;
  blob: BlobRef;
}

/** Streams a file into the blob store; it is swept unless a transaction refers to it afterwards. */
export async function receiveFile(
  data: WorkbookData,
  bytes: AsyncIterable<Uint8Array>,
  filename: string,
  maxBytes = storesOf(data).maxUploadBytes,
): Promise<ReceivedFile> {
  return { filename, blob: await storesOf(data).blobs.put(bytes, { maxBytes }) };
}
