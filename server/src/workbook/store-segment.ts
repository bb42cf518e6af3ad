import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import type { BlobRef } from '../blobs/blob-store.js';
import type { SegmentFile, StoredSegment } from '../catalog/segments.js';
import type { RowRange } from '../core/row-edits.js';
import { identifier, literal } from '../core/sql-text.js';
import type { Stores } from './stores.js';

export const SEGMENT_DEADLINE_MS = 5 * 60 * 1000;

/** A file is split once it is larger than its target size by so much. */
const SLACK = 1.5;

const rowId = identifier(ROW_ID);

/** Stores a Parquet file as a segment: as it is or, if it is large, as several files by ranges of row ids. */
export async function storeSegment(stores: Stores, workbookId: string, path: string): Promise<StoredSegment> {
  if (!(await isLarge(stores, path))) return await stores.blobs.adopt(path);
  return await listSegment(stores, await storeFiles(stores, workbookId, path));
}

/** Stores a Parquet file as one of several of a segment, or as more than one if it is large; as none if it is empty. */
export async function storeFiles(stores: Stores, workbookId: string, path: string): Promise<SegmentFile[]> {
  try {
    if (!(await isLarge(stores, path))) {
      const file = await storeFile(stores, workbookId, path);
      return file.rowCount > 0 ? [file] : [];
    }
    const files: SegmentFile[] = [];
    for (const { after, upTo } of await rangesOf(stores, workbookId, path)) {
      const part = join(stores.engine.outDir, `${randomUUID()}.parquet`);
      await writeFile(
        stores,
        workbookId,
        `from read_parquet(${literal(path)}) where ${rowId} > ${after} and ${rowId} <= ${upTo}`,
        part,
      );
      const file = await storeFile(stores, workbookId, part);
      if (file.rowCount > 0) files.push(file);
    }
    return files;
  } finally {
    await rm(path, { force: true });
  }
}

/** Stores a Parquet file with what it contains. */
export async function storeFile(stores: Stores, workbookId: string, path: string): Promise<SegmentFile> {
  const content = await describeFile(stores, workbookId, path);
  return { ...(await stores.blobs.adopt(path)), ...content };
}

export async function describeFile(
  stores: Stores,
  workbookId: string,
  path: string,
): Promise<Omit<SegmentFile, keyof BlobRef>> {
  const [found] = await readRows<Omit<SegmentFile, keyof BlobRef>>(
    stores,
    workbookId,
    `select count(*) as "rowCount", coalesce(min(${rowId}), 0) as "firstRowId", coalesce(max(${rowId}), 0) as "lastRowId"
     from read_parquet(${literal(path)})`,
  );
  if (!found) throw new Error('a count has one row');
  return found;
}

/** A segment of several files. Its own blob names them, so that a program that expects rows in it fails. */
export async function listSegment(
  { blobs }: Stores,
  files: readonly SegmentFile[],
  edits?: SegmentFile,
): Promise<StoredSegment> {
  const [only] = files;
  if (only && files.length === 1 && !edits) return { hash: only.hash, size: only.size };
  const list = { segment: { files: files.map(({ hash }) => hash), edits: edits?.hash ?? null } };
  const { hash } = await blobs.put(Readable.from([Buffer.from(JSON.stringify(list))]));
  const size = [...files, ...(edits ? [edits] : [])].reduce((sum, file) => sum + file.size, 0);
  return { hash, size, files, edits };
}

/** Writes the rows of an internal statement to a file; returns their number. */
export async function writeFile(
  { engine }: Stores,
  workbookId: string,
  sql: string,
  path: string,
): Promise<number> {
  const { rowCount } = await engine.read({
    workbookId,
    relations: [],
    sql,
    output: { kind: 'file', format: 'parquet', path },
    deadlineMs: SEGMENT_DEADLINE_MS,
  });
  return rowCount;
}

export async function readRows<Row>({ engine }: Stores, workbookId: string, sql: string): Promise<Row[]> {
  const { page } = await engine.read({
    workbookId,
    relations: [],
    sql,
    output: { kind: 'page', format: 'json', limit: 1, keys: 0 },
    deadlineMs: SEGMENT_DEADLINE_MS,
  });
  return JSON.parse(page as string) as Row[];
}

async function isLarge({ segmentSizes }: Stores, path: string): Promise<boolean> {
  return (await stat(path)).size > segmentSizes.file * SLACK;
}

/** Ranges of row ids with about as many rows each. */
async function rangesOf(stores: Stores, workbookId: string, path: string): Promise<RowRange[]> {
  const { size } = await stat(path);
  const count = Math.ceil(size / stores.segmentSizes.file);
  const shares = Array.from({ length: count - 1 }, (_, i) => (i + 1) / count);
  const [found] = await readRows<{ cuts: number[] }>(
    stores,
    workbookId,
    `select approx_quantile(${rowId}, [${shares.join(', ')}]) as cuts from read_parquet(${literal(path)})`,
  );
  const cuts = [...new Set(found?.cuts ?? [])].sort((a, b) => a - b);
  return [...cuts, Number.MAX_SAFE_INTEGER].map((upTo, i) => ({ after: cuts[i - 1] ?? -1, upTo }));
}
