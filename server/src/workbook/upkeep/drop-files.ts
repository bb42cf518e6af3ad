import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';

/** Drops what is in memory of a deleted workbook. */
export function forgetWorkbook(data: WorkbookData, workbookId: string): void {
  const { engine, smallTables } = storesOf(data);
  engine.forget(workbookId);
  smallTables.forget(workbookId);
}

/** Deletes the files of expired results. No two results share a file, so nothing else refers to them. */
export async function dropResultFiles(data: WorkbookData, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) await storesOf(data).blobs.delete(hash);
}
