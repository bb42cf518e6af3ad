import type { Readable } from 'node:stream';
import type { BlobStore } from '../../blobs/blob-store.js';
import type { Db } from '../../catalog/db.js';
import { problem } from '../../core/problems.js';
import type { FileWorkers } from '../../file-workers/file-workers.js';
import type { RawCells } from '../../file-workers/read-cells.js';
import { knownFile } from '../files/known-file.js';
import type { ReceivedFile } from '../files/received-file.js';
import { Governance, type Viewer } from '../governance/governed-tables.js';
import { damaged, isDamage } from '../stored-blobs.js';

export type { RawCells };

export interface CellsRequest {
  sheet?: string | undefined;
  range?: string | undefined;
}

/** Original files hold every column, so where columns are governed nobody reads them. */
export async function refuseWhereGoverned(db: Db, viewer: Viewer, workbookId: string): Promise<void> {
  const { governed } = await Governance.load(db, viewer, workbookId);
  if (governed) throw problem('governed-workbook', 'Original files of a governed workbook cannot be read.');
}

export async function readBytes(
  { db, blobs }: { db: Db; blobs: BlobStore },
  workbookId: string,
  hash: string,
): Promise<Readable> {
  return await blobs.read(hash).catch(async (error) => {
    if (!isDamage(error)) throw error;
    const source = await db
      .selectFrom('sources')
      .select('filename')
      .where('workbook_id', '=', workbookId)
      .where('blob_hash', '=', hash)
      .executeTakeFirst();
    throw damaged(error, { source: source?.filename ?? hash });
  });
}

/** Cells as the file has them, read in a process of its own. */
export async function readCells(
  { blobs, fileWorkers }: { blobs: BlobStore; fileWorkers: FileWorkers },
  workbookId: string,
  file: ReceivedFile,
  request: CellsRequest,
): Promise<RawCells> {
  return await fileWorkers.readCells(workbookId, { ...request, ...(await knownFile(blobs, file)) });
}
