import { createHash, randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { type BlobAddresses, BlobMissing, type BlobRef, type ByteRange } from '../../blobs/blob-store.js';
import type { CopiedView } from '../../catalog/parquet-copies.js';
import { type DeltaColumn, deltaColumns, deltaExpression } from '../../core/delta/delta-types.js';
import { type FileStatistics, readStatistics, statisticsSql } from '../../core/delta/file-statistics.js';
import { identifier } from '../../core/sql-text.js';
import type { GovernedColumn, ReadableTable } from '../governance/governed-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { type Stores, storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import { viewStatement } from './table-view.js';
import { EXPORT_DEADLINE_MS } from './view-files.js';

interface CopiedFile extends BlobRef {
  statistics: FileStatistics;
}

/** Changes with how files are made, so that those of earlier releases are not taken for new ones. */
const FORMAT = 1;

const rowIds = { name: ROW_ID, type: 'BIGINT' } as const;
type CopiedColumn = Pick<GovernedColumn, 'name' | 'type'>;

/** What the files of a table have; a table without visible columns is its row ids. */
export function copiedColumns({ columns }: Pick<ReadableTable, 'columns'>): DeltaColumn<CopiedColumn>[] {
  return deltaColumns<CopiedColumn>(columns.length > 0 ? columns : [rowIds]);
}

/** Readers with the same view of a table share its files, and no others do. */
export function copiedView({ record, version, columns }: ReadableTable): CopiedView {
  const seen = columns.map(({ id, name, type, masked }) => [id, name, type, masked]);
  const digest = createHash('sha256')
    .update(JSON.stringify([FORMAT, seen]))
    .digest('hex');
  return { tableId: record.id, version, digest };
}

/** Writes a table as the caller sees it to Parquet files of about the size of segments, and stores them. */
export const writeParquetCopy = retryingLostFiles(
  async (data: WorkbookData, table: ReadableTable): Promise<CopiedFile[]> => {
    if (table.rowCount === 0) return [];
    const stores = storesOf(data);
    const folder = join(stores.engine.outDir, randomUUID());
    try {
      await writeFolder(stores, table, folder);
      const files: CopiedFile[] = [];
      // The engine writes parts of its rows side by side: neither files nor rows in them have an order.
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        const statistics = await statisticsOf(stores, table, path);
        if (statistics.rows > 0)
          files.push({ statistics, ...(await stores.blobs.adopt(path, { disposable: true })) });
      }
      return files;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

async function writeFolder(stores: Stores, table: ReadableTable, path: string): Promise<void> {
  const columns = copiedColumns(table);
  const selected = columns.map(({ name, column }) => `${deltaExpression(column)} as ${identifier(name)}`);
  const view = { table, columns: table.columns, filter: null, orderBy: [], limit: null };
  const { workbookId, relation, parameters, tail, unordered } = await viewStatement(stores, view);
  // Rows of a base table are stored in the order of their ids; that of a derived one may tell of hidden columns.
  const isBase = table.record.kind === 'base';
  await stores.engine.read({
    workbookId,
    relations: [relation],
    sql: `select ${selected.join(', ')} ${isBase ? unordered : tail}`,
    parameters,
    output: { kind: 'file', format: 'parquet', partBytes: stores.segmentSizes.file, path },
    deadlineMs: EXPORT_DEADLINE_MS,
  });
}

async function statisticsOf(stores: Stores, table: ReadableTable, path: string): Promise<FileStatistics> {
  const columns = copiedColumns(table);
  const { page } = await stores.engine.read({
    workbookId: table.record.workbook_id,
    relations: [],
    sql: statisticsSql(columns, path),
    output: { kind: 'page', format: 'json', limit: 1, keys: 0 },
    deadlineMs: EXPORT_DEADLINE_MS,
  });
  const [row] = JSON.parse(page as string) as Record<string, unknown>[];
  return readStatistics(columns, row ?? {});
}

export const PARQUET_TYPE = 'application/vnd.apache.parquet';

/** Addresses that lead to files of copies past the service; undefined if clients do not reach the store. */
export async function copiedFileAddresses(
  data: WorkbookData,
  until: number,
): Promise<BlobAddresses | undefined> {
  return await storesOf(data).blobs.openAddresses({ until, contentType: PARQUET_TYPE });
}

/** Bytes of a file of a copy; undefined if it is gone. */
export async function readCopiedFile(
  data: WorkbookData,
  hash: string,
  range: ByteRange | undefined,
): Promise<Readable | undefined> {
  try {
    return await storesOf(data).blobs.read(hash, range);
  } catch (error) {
    if (error instanceof BlobMissing) return undefined;
    throw error;
  }
}
