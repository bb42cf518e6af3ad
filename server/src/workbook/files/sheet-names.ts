import { retryingLostFiles } from '../retry-lost-files.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import { knownFile } from './known-file.js';
import type { ReceivedFile } from './received-file.js';

export interface SheetNames {
  format: string;
  sheets: string[];
}

/** The names of the sheets of a file. */
export const sheetNames = retryingLostFiles(
  async (data: WorkbookData, workbookId: string, file: ReceivedFile): Promise<SheetNames> => {
    const { blobs, fileWorkers } = storesOf(data);
    const request = { ...(await knownFile(blobs, file)), range: 'A1' };
    const { format, sheets } = await fileWorkers.readCells(workbookId, request);
    return { format, sheets };
  },
);
