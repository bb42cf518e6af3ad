import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';

/** Throws if the blob store is not usable. */
export async function checkBlobStore(data: WorkbookData): Promise<void> {
  await storesOf(data).blobs.check();
}
