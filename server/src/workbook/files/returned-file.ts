import type { FileIdentity, ReturnedFile, WantedTable } from '../../file-workers/returning/returned-table.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import { knownFile } from './known-file.js';
import type { ReceivedFile } from './received-file.js';

export type {
  FileIdentity,
  ReturnedColumn,
  ReturnedFile,
  ReturnedFormat,
  ReturnedTable,
  WantedTable,
} from '../../file-workers/returning/returned-table.js';

/** Reads which branch a file belongs to, and nothing else of it. */
export const identifyReturnedFile = retryingLostFiles(
  async (data: WorkbookData, workbookId: string, file: ReceivedFile): Promise<FileIdentity> => {
    const { blobs, fileWorkers } = storesOf(data);
    return await fileWorkers.identifyFile(workbookId, await knownFile(blobs, file));
  },
);

/**
 * Reads the wanted tables of a returned file into typed rows. If a cell does not fit the type of its column, or the file
 * has none of the tables, the whole file is refused.
 */
export const readReturnedTables = retryingLostFiles(
  async (
    data: WorkbookData,
    workbookId: string,
    file: ReceivedFile,
    wanted: readonly WantedTable[],
  ): Promise<ReturnedFile> => {
    const { blobs, fileWorkers } = storesOf(data);
    return await fileWorkers.readReturnedFile(workbookId, { ...(await knownFile(blobs, file)), wanted });
  },
);
