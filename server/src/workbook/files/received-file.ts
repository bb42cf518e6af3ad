import type { BlobRef } from '../../blobs/blob-store.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';

/** An uploaded file that is in the blob store, and nowhere else yet. */
export interface ReceivedFile {
  filename: string;
  blob: BlobRef;
}

/** Takes a file in as it arrives; what no transaction refers to afterwards is swept. */
export async function receiveFile(
  data: WorkbookData,
  bytes: AsyncIterable<Uint8Array>,
  filename: string,
  maxBytes = storesOf(data).maxUploadBytes,
): Promise<ReceivedFile> {
  return { filename, blob: await storesOf(data).blobs.put(bytes, { maxBytes }) };
}
