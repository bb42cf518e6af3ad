import type { Readable } from 'node:stream';
import { problem } from '../../core/problems.js';
import type { RawCells } from '../../file-workers/read-cells.js';
import { knownFile } from '../files/known-file.js';
import type { ReceivedFile } from '../files/received-file.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { damaged, isDamage } from '../stored-blobs.js';
import { storesOf } from '../stores.js';
import type { Reader } from '../workbook-data.js';

export type { RawCells };

export interface CellsRequest {
  sheet?: string | undefined;
  range?: string | undefined;
}

/** The original bytes of a source; refused in governed workbooks, since column policies cannot apply to them. */
export async function sourceBytes(reader: Reader, workbookId: string, hash: string): Promise<Readable> {
  await refuseIfGoverned(reader, workbookId);
  const { catalog, blobs } = storesOf(reader.data);
  return await blobs.read(hash).catch(async (error) => {
    if (!isDamage(error)) throw error;
    const source = await catalog.db
      .selectFrom('sources')
      .select('filename')
      .where('workbook_id', '=', workbookId)
      .where('blob_hash', '=', hash)
      .executeTakeFirst();
    throw damaged(error, { source: source?.filename ?? hash });
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

/** Original files contain every column, so nobody may read those of a governed workbook. */
async function refuseIfGoverned(reader: Reader, workbookId: string): Promise<void> {
  if (await reader.isGoverned(workbookId))
    throw problem('governed-workbook', 'Original files of a governed workbook cannot be read.');
}
