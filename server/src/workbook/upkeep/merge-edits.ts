import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import type { SegmentFile, StoredSegment } from '../../catalog/segments.js';
import type { ColumnRecord } from '../../catalog/tables.js';
import type { RowRange } from '../../core/row-edits.js';
import { identifier, literal } from '../../core/sql-text.js';
import type { Relation } from '../../engine/engine.js';
import { localSegment } from '../segment-files.js';
import {
  describeFile,
  listSegment,
  readRows,
  SEGMENT_DEADLINE_MS,
  storeFile,
  storeFiles,
  writeFile,
} from '../store-segment.js';
import type { Stores } from '../stores.js';
import { type EditedRange, rangesToRewrite } from './ranges-to-rewrite.js';

interface EditedSegment {
  stored: StoredSegment;
  /** The table with its edits. */
  relation: Relation;
  columns: readonly ColumnRecord[];
}

const rowId = identifier(ROW_ID);

/**
 * A segment with the edits after another: with its files, of which those with many edits are written anew, one at a
 * time, and a file with the edits of the others. Undefined if no row would be left.
 */
export async function mergeEdits(
  stores: Stores,
  workbookId: string,
  { stored, relation, columns }: EditedSegment,
): Promise<StoredSegment | undefined> {
  const { catalog, blobs, engine, segmentSizes } = stores;
  const of = { db: catalog.db, blobs };
  const editsPath = join(engine.outDir, `${randomUUID()}.parquet`);
  try {
    await engine.read({
      workbookId,
      relations: [{ ...relation, isEditsOnly: true }],
      sql: `from rows order by ${rowId}`,
      output: { kind: 'file', format: 'parquet', path: editsPath },
      deadlineMs: SEGMENT_DEADLINE_MS,
    });
    const files = stored.files ?? [await onlyFile(stores, workbookId, relation.tableId, stored)];
    const ranges = await countEdits(stores, workbookId, files, editsPath);
    const rewritten = rangesToRewrite(ranges, segmentSizes);
    const kept: SegmentFile[] = [];
    for (const range of ranges) {
      if (!rewritten.has(range)) {
        if (range.file) kept.push(range.file);
        continue;
      }
      const path = join(engine.outDir, `${randomUUID()}.parquet`);
      const file = range.file && (await localSegment(of, relation.tableId, range.file)).files;
      const rows = {
        segment: { files: file ?? [], edits: editsPath },
        columns: columns.map(({ id, type, initial }) => ({ id, type, initial })),
        rows: range.rows,
        path,
      };
      await engine.rewrite(workbookId, rows, SEGMENT_DEADLINE_MS);
      kept.push(...(await storeFiles(stores, workbookId, path)));
    }
    if (kept.length === 0) return undefined;
    const left = ranges.filter((range) => !rewritten.has(range) && range.edits > 0);
    const edits = await storeEdits(stores, workbookId, editsPath, left);
    return await listSegment(stores, kept, edits);
  } finally {
    await rm(editsPath, { force: true });
  }
}

async function onlyFile(
  stores: Stores,
  workbookId: string,
  tableId: string,
  { hash, size }: StoredSegment,
): Promise<SegmentFile> {
  const { catalog, blobs } = stores;
  const [path = ''] = (await localSegment({ db: catalog.db, blobs }, tableId, { hash, size })).files;
  return { hash, size, ...(await describeFile(stores, workbookId, path)) };
}

/** The ranges of the files, and the one above the last of them, with how many rows are edited in each. */
async function countEdits(
  stores: Stores,
  workbookId: string,
  files: readonly SegmentFile[],
  editsPath: string,
): Promise<EditedRange[]> {
  const last = files.at(-1);
  // New rows go into the last file while it is small.
  const hasAbove = last === undefined || last.size >= stores.segmentSizes.file / 2;
  const ends = files.map((file) => (file === last && !hasAbove ? Number.MAX_SAFE_INTEGER : file.lastRowId));
  const ranges = [...ends, ...(hasAbove ? [Number.MAX_SAFE_INTEGER] : [])].map((upTo, i) => ({
    file: files[i],
    rows: { after: ends[i - 1] ?? -1, upTo },
  }));
  const counts = ranges.map(({ rows }, i) => `count(*) filter (where ${isIn(rows)}) as "${i}"`);
  const [counted = {}] = await readRows<Record<string, number>>(
    stores,
    workbookId,
    `select ${counts.join(', ')} from read_parquet(${literal(editsPath)})`,
  );
  return ranges.map((range, i) => ({ ...range, edits: counted[i] ?? 0 }));
}

async function storeEdits(
  stores: Stores,
  workbookId: string,
  editsPath: string,
  left: readonly EditedRange[],
): Promise<SegmentFile | undefined> {
  if (left.length === 0) return undefined;
  const path = join(stores.engine.outDir, `${randomUUID()}.parquet`);
  const isLeft = left.map(({ rows }) => `(${isIn(rows)})`).join(' or ');
  await writeFile(stores, workbookId, `from read_parquet(${literal(editsPath)}) where ${isLeft}`, path);
  return await storeFile(stores, workbookId, path);
}

const isIn = ({ after, upTo }: RowRange): string => `${rowId} > ${after} and ${rowId} <= ${upTo}`;
