import type { Readable } from 'node:stream';
import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../../core/problems.js';
import type { FileDifference } from '../../file-workers/compare-files.js';
import type { FileCells } from '../../file-workers/file-cells.js';
import type { FileFault } from '../../file-workers/find-faults.js';
import type { RawCells } from '../../file-workers/read-cells.js';
import { knownFile } from '../files/known-file.js';
import type { ReceivedFile } from '../files/received-file.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { damaged, isDamage } from '../stored-blobs.js';
import { storesOf } from '../stores.js';
import type { Reader } from '../workbook-data.js';

export type { FileCells, FileDifference, FileFault, RawCells };

export interface CellsRequest {
  sheet?: string | undefined;
  range?: string | undefined;
  /** Whether styles, merges, widths and shown texts are wanted too. */
  looks?: boolean | undefined;
}

/** The original bytes of a source; refused in governed workbooks, since column policies cannot apply to them. */
export async function sourceBytes(
  reader: Reader,
  workbookId: string,
  { filename, blob }: ReceivedFile,
): Promise<Readable> {
  await refuseIfGoverned(reader, workbookId);
  return await storesOf(reader.data)
    .blobs.read(blob.hash)
    .catch((error) => {
      throw isDamage(error) ? damaged(error, { source: filename }) : error;
    });
}

/** Raw cells of a source's file, read in a child process; refused in governed workbooks too. */
export const sourceCells = retryingLostFiles(
  async (
    reader: Reader,
    workbookId: string,
    file: ReceivedFile,
    request: CellsRequest,
  ): Promise<RawCells> => {
    await refuseIfGoverned(reader, workbookId);
    const { blobs, fileWorkers } = storesOf(reader.data);
    return await fileWorkers.readCells(workbookId, { ...request, ...(await knownFile(blobs, file)) });
  },
);

/** The cells of such a file that are not blank, of all sheets or of one. */
export const filledSourceCells = retryingLostFiles(
  async (
    reader: Reader,
    workbookId: string,
    file: ReceivedFile,
    sheet: string | undefined,
  ): Promise<FileCells> => {
    await refuseIfGoverned(reader, workbookId);
    const { blobs, fileWorkers } = storesOf(reader.data);
    return await fileWorkers.fileCells(workbookId, { sheet, ...(await knownFile(blobs, file)) });
  },
);

/** What the cells of two such files hold that differs; without a file before, all cells were added. */
export const compareSourceFiles = retryingLostFiles(
  async (
    reader: Reader,
    workbookId: string,
    { before, after }: { before: ReceivedFile | null; after: ReceivedFile },
  ): Promise<FileDifference> => {
    await refuseIfGoverned(reader, workbookId);
    const { blobs, fileWorkers } = storesOf(reader.data);
    return await fileWorkers.compareFiles(workbookId, {
      before: before && (await knownFile(blobs, before)),
      after: await knownFile(blobs, after),
    });
  },
);

/** What a careful reader would ask about in such a file: formulas unlike their neighbours, sums cut short, errors. */
export const sourceFaults = retryingLostFiles(
  async (reader: Reader, workbookId: string, file: ReceivedFile): Promise<FileFault[]> => {
    await refuseIfGoverned(reader, workbookId);
    const { blobs, fileWorkers } = storesOf(reader.data);
    return await fileWorkers.findFaults(workbookId, await knownFile(blobs, file));
  },
);

/** Original files contain every column, so nobody may read those of a governed workbook. */
async function refuseIfGoverned(reader: Reader, workbookId: string): Promise<void> {
  if (await reader.isGoverned(workbookId)) throw problem('governed-workbook', say('source-governed'));
}
