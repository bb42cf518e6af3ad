import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';

/** Fails where the blob store does not answer. */
export async function checkBlobStore(data: WorkbookData): Promise<void> {
  await storesOf(data).blobs.check();
}
