// The only writer of `table_segments` and `segment_files`.
import { batches } from '../core/batches.js';
import type { Db, Tx } from './db.js';
import { endedVersion, requireKept } from './kept-history.js';
import { prepared } from './prepared.js';

interface Blob {
  hash: string;
  size: number;
}

/** A Parquet file with the rows of a segment in a range of row ids. */
export interface SegmentFile extends Blob {
  rowCount: number;
  firstRowId: number;
  lastRowId: number;
}

/**
 * The content of a table: one Parquet blob or, if it is large, several by ascending ranges of row ids, and perhaps one with
 * edits of their rows. Then the segment's own blob only lists them, and its size is that of all of them.
 */
export interface StoredSegment extends Blob {
  files?: readonly SegmentFile[] | undefined;
  edits?: SegmentFile | undefined;
}

interface SegmentRecord {
  version: number;
  /** The version after which edits are not in the segment. */
  editsAfter: number;
  rowCount: number;
  stored: StoredSegment;
}

/** The latest segment at or before a version, which must not have ended. */
export async function segmentAt(db: Db, tableId: string, version: number): Promise<SegmentRecord> {
  const { firstKept, ...segment } = await anySegmentAt(db, tableId, version);
  if (version < firstKept) throw endedVersion(version);
  return segment;
}

/** The segment of version 1, which is kept for a table that comes from a file. */
export async function firstSegment(db: Db, tableId: string): Promise<StoredSegment> {
  return (await anySegmentAt(db, tableId, 1)).stored;
}

async function anySegmentAt(
  db: Db,
  tableId: string,
  version: number,
): Promise<SegmentRecord & { firstKept: number }> {
  const rows = await latestSegment(db, { tableId, version }).execute();
  const [segment] = rows;
  if (!segment) await requireKept(db, tableId, version);
  if (!segment) throw new Error(`the table ${tableId} has no segment at version ${version}`);
  const files = (kind: 'rows' | 'edits') =>
    rows.flatMap((row): SegmentFile[] =>
      row.kind === kind && row.file_hash !== null
        ? [
            {
              hash: row.file_hash,
              size: row.file_size ?? 0,
              rowCount: row.file_rows ?? 0,
              firstRowId: row.first_row_id ?? 0,
              lastRowId: row.last_row_id ?? 0,
            },
          ]
        : [],
    );
  const stored = { hash: segment.blob_hash, size: segment.size };
  return {
    firstKept: segment.first_kept ?? 1,
    version: segment.version,
    editsAfter: segment.edits_after,
    rowCount: segment.row_count,
    stored: segment.kind === null ? stored : { ...stored, files: files('rows'), edits: files('edits')[0] },
  };
}

const latestSegment = prepared((db, { tableId, version }: { tableId: string; version: number }) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('table_segments')
        .selectAll()
        .where('table_id', '=', tableId)
        .where('version', '<=', version)
        .orderBy('version', 'desc')
        .limit(1)
        .as('latest'),
    )
    .leftJoin('segment_files', (join) =>
      join
        .onRef('segment_files.table_id', '=', 'latest.table_id')
        .onRef('segment_files.version', '=', 'latest.version'),
    )
    .leftJoin('ended_history', 'ended_history.table_id', 'latest.table_id')
    .select(['latest.version', 'latest.blob_hash', 'latest.size', 'latest.row_count', 'latest.edits_after'])
    .select([
      'segment_files.kind',
      'segment_files.blob_hash as file_hash',
      'segment_files.size as file_size',
      'segment_files.row_count as file_rows',
      'segment_files.first_row_id',
      'segment_files.last_row_id',
      'ended_history.first_kept',
    ])
    .orderBy('segment_files.position'),
);

/** The version of the latest segment at or before a version; 0 if there is none. */
export async function latestSegmentVersion(db: Db, tableId: string, version: number): Promise<number> {
  const [latest] = await segmentVersion(db, { tableId, version }).execute();
  return latest?.version ?? 0;
}

const segmentVersion = prepared((db, { tableId, version }: { tableId: string; version: number }) =>
  db
    .selectFrom('table_segments')
    .select('version')
    .where('table_id', '=', tableId)
    .where('version', '<=', version)
    .orderBy('version', 'desc')
    .limit(1),
);

interface SegmentPlace {
  tableId: string;
  version: number;
  editsAfter: number;
  rowCount: number;
}

export async function insertSegment(tx: Tx, place: SegmentPlace, stored: StoredSegment): Promise<void> {
  await tx.insertInto('table_segments').values(segmentRow(place, stored)).execute();
  await insertFiles(tx, place, stored);
}

/** Adds a segment with all edits up to its version. False if there is one, as another node may have done the same. */
export async function addCompacted(tx: Tx, place: SegmentPlace, stored: StoredSegment): Promise<boolean> {
  const row = segmentRow(place, stored);
  const written = await tx
    .insertInto('table_segments')
    .values(row)
    // A restored version has a segment already, with edits on top.
    .onConflict((oc) =>
      oc
        .columns(['table_id', 'version'])
        .doUpdateSet({ blob_hash: row.blob_hash, size: row.size, edits_after: row.edits_after })
        .where('table_segments.edits_after', '<', row.edits_after),
    )
    .returning('version')
    .executeTakeFirst();
  if (!written) return false;
  await tx
    .deleteFrom('segment_files')
    .where('table_id', '=', place.tableId)
    .where('version', '=', place.version)
    .execute();
  await insertFiles(tx, place, stored);
  return true;
}

/** Keeps version 1 of a table that comes from a file: it is what the file was, to which the next one is compared. */
export async function deleteSegmentsBefore(tx: Tx, tableId: string, version: number): Promise<void> {
  const { source_id } = await tx
    .selectFrom('all_tables')
    .select('source_id')
    .where('id', '=', tableId)
    .executeTakeFirstOrThrow();
  for (const table of ['segment_files', 'table_segments'] as const)
    await tx
      .deleteFrom(table)
      .where('table_id', '=', tableId)
      .where('version', '>=', source_id === null ? 1 : 2)
      .where('version', '<', version)
      .execute();
}

function segmentRow({ tableId, version, editsAfter, rowCount }: SegmentPlace, { hash, size }: StoredSegment) {
  return {
    table_id: tableId,
    version,
    blob_hash: hash,
    size,
    row_count: rowCount,
    edits_after: editsAfter,
  };
}

const FILES_AT_ONCE = 500;

async function insertFiles(
  tx: Tx,
  { tableId, version }: SegmentPlace,
  { files = [], edits }: StoredSegment,
): Promise<void> {
  const parts = [
    ...files.map((file) => ({ file, kind: 'rows' as const })),
    ...(edits ? [{ file: edits, kind: 'edits' as const }] : []),
  ];
  const rows = parts.map(({ file, kind }, position) => ({
    table_id: tableId,
    version,
    position,
    kind,
    blob_hash: file.hash,
    size: file.size,
    row_count: file.rowCount,
    first_row_id: file.firstRowId,
    last_row_id: file.lastRowId,
  }));
  for (const some of batches(rows, FILES_AT_ONCE))
    await tx.insertInto('segment_files').values(some).execute();
}
