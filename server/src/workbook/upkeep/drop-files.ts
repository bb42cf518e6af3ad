import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';

/** Drops what the engine has cached of a deleted workbook. */
export function forgetWorkbook(data: WorkbookData, workbookId: string): void {
  storesOf(data).engine.forget(workbookId);
}

/** Removes files of results that have expired. No two results share one, so nothing else can refer to them. */
export async function dropResultFiles(data: WorkbookData, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) await storesOf(data).blobs.delete(hash);
}
