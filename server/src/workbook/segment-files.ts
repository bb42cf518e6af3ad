import type { SegmentFile, StoredSegment } from '../catalog/segments.js';
import { literal } from '../core/sql-text.js';
import type { SegmentFiles } from '../engine/protocol.js';
import { pathOfTable } from './stored-blobs.js';
import type { Stores } from './stores.js';

type Blobs = Parameters<typeof pathOfTable>[0];

/** When segments are stored in several files, and which of these are written anew. */
export interface SegmentSizes {
  /** About how large each of several files is, in bytes. */
  file: number;
  /** A smaller segment is written anew as a whole when its table is compacted. */
  whole: number;
  /** The share of its rows that are edited beside a file before it is written anew. */
  editedShare: number;
}

const MB = 1024 * 1024;
/**
 * Sizes are argued: many files of 128 MB are read in parallel, and one is written in seconds; 32 MB are written about as
 * fast as their edits are read. With a tenth of the rows, each byte is written once for every tenth of its rows that is
 * edited, and merging on each read costs less than the reading.
 */
export const SEGMENT_SIZES: SegmentSizes = { file: 128 * MB, whole: 32 * MB, editedShare: 1 / 10 };

/** Local files with the content of a segment; of several with its rows all, or those that may have wanted ones. */
export async function localSegment(
  stores: Blobs,
  tableId: string,
  { hash, files, edits }: StoredSegment,
  isWanted: (file: SegmentFile) => boolean = () => true,
): Promise<SegmentFiles> {
  const path = (blob: string) => pathOfTable(stores, tableId, blob);
  if (!files) return { files: [await path(hash)] };
  const wanted = files.filter(isWanted);
  const paths: string[] = [];
  for (const file of wanted) paths.push(await path(file.hash));
  return { files: paths, edits: edits && (await path(edits.hash)) };
}

/** SQL for the rows of a segment that nobody has edited yet, with their place in it as `place`. */
export async function landedRows(
  { catalog, blobs }: Pick<Stores, 'catalog' | 'blobs'>,
  tableId: string,
  { hash, files }: StoredSegment,
): Promise<string> {
  const selects: string[] = [];
  let before = 0;
  for (const { hash: blob, rowCount } of files ?? [{ hash, rowCount: 0 }]) {
    const path = await pathOfTable({ db: catalog.db, blobs }, tableId, blob);
    selects.push(`from ${rowsWithPlace(path, before)}`);
    before += rowCount;
  }
  return `(${selects.join(' union all ')})`;
}

export function rowsWithPlace(path: string, before = 0): string {
  return `(select * exclude (file_row_number), file_row_number + ${before} as place
    from read_parquet(${literal(path)}, file_row_number = true))`;
}
