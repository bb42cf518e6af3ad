import type {
  FileIdentity,
  OnUnreadable,
  RequestedTable,
  ReturnedFile,
} from '../../file-workers/returning/returned-table.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import { knownFile } from './known-file.js';
import type { ReceivedFile } from './received-file.js';

export { warnOfPlaces } from '../../file-workers/returning/named-places.js';
export { reasonFields, reasonOf } from '../../file-workers/returning/offenders.js';
export type {
  CellReadings,
  FileIdentity,
  OnUnreadable,
  RequestedTable,
  ReturnedColumn,
  ReturnedTable,
  UnwrittenColumn,
} from '../../file-workers/returning/returned-table.js';

/** Reads which branch a file belongs to, and nothing else of it. */
export const identifyReturnedFile = retryingLostFiles(
  async (data: WorkbookData, workbookId: string, file: ReceivedFile): Promise<FileIdentity> => {
    const { blobs, fileWorkers } = storesOf(data);
    return await fileWorkers.identifyFile(workbookId, await knownFile(blobs, file));
  },
);

/**
 * Reads the wanted tables of a returned file into typed rows. If a cell cannot be read as the type of its column and is
 * not to be skipped, or the file has none of the tables, the whole file is refused.
 */
export const readReturnedTables = retryingLostFiles(
  async (
    data: WorkbookData,
    workbookId: string,
    file: ReceivedFile,
    wanted: readonly RequestedTable[],
    onUnreadable: OnUnreadable,
  ): Promise<ReturnedFile> => {
    const { blobs, fileWorkers } = storesOf(data);
    const known = await knownFile(blobs, file);
    return await fileWorkers.readReturnedFile(workbookId, { ...known, wanted, onUnreadable });
  },
);
