import type { SegmentFile } from '../../catalog/segments.js';
import type { RowRange } from '../../core/row-edits.js';
import type { SegmentSizes } from '../segment-files.js';

/** Row ids that belong to a file of a segment, or those above all files. */
export interface EditedRange {
  file: SegmentFile | undefined;
  rows: RowRange;
  /** How many of its rows are edited. */
  edits: number;
}

/**
 * The most edited rows beside the files of a table: they are written at each compaction and joined at each read. For a
 * table of 5 GB, this makes writing edits and writing files cost about the same. Argued.
 */
const MAX_EDITS = 1_000_000;
/** How full a file of new rows is when it is begun. */
const NEW_FILE_SHARE = 1 / 4;
/** What is left is done next time: a gigabyte or so is written in one turn. */
const MAX_REWRITTEN = 8;

/** The ranges whose rows are to be written anew, with the edits in place. */
export function rangesToRewrite(
  ranges: readonly EditedRange[],
  { file: fileBytes, editedShare }: SegmentSizes,
): Set<EditedRange> {
  const rewritten = new Set<EditedRange>();
  const fullFile = fileBytes / averageRow(ranges);
  /** How many of its edits are as many as it may have; beyond 1 it is due. */
  const urgency = ({ file, edits }: EditedRange): number =>
    file ? edits / (file.rowCount * editedShare) : edits / (fullFile * NEW_FILE_SHARE);
  const byUrgency = ranges
    .filter(({ edits }) => edits > 0)
    .sort((one, other) => urgency(other) - urgency(one));
  let left = ranges.reduce((sum, { edits }) => sum + edits, 0);
  for (const range of byUrgency) {
    const isDue = urgency(range) > 1 || left > MAX_EDITS;
    if (!isDue || rewritten.size === MAX_REWRITTEN) break;
    rewritten.add(range);
    left -= range.edits;
  }
  return rewritten;
}

function averageRow(ranges: readonly EditedRange[]): number {
  const files = ranges.flatMap(({ file }) => (file ? [file] : []));
  const rows = files.reduce((sum, { rowCount }) => sum + rowCount, 0);
  return files.reduce((sum, { size }) => sum + size, 1) / Math.max(rows, 1);
}
