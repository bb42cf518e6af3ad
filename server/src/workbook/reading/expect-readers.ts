import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';

/** Somebody is about to read tables: what takes long to start is started. */
export function expectReaders(data: WorkbookData): void {
  storesOf(data).engine.expectCalls();
}
