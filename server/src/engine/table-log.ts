import type { EditPlace, EditSlice, RowRange } from '../core/row-edits.js';
import type { PhysicalColumn, SegmentFiles } from './protocol.js';

export interface TableAtVersion {
  tableId: string;
  version: number;
  /** The only rows that are read, if the reader knows. */
  rows?: RowRange | undefined;
  /** The ids of the only columns that are read, if there are many others. */
  columnIds?: readonly string[] | undefined;
  /** Whether every column is read of so many that later reads of a few are better off without them. */
  isApart?: boolean | undefined;
  /** Whether only rows that were edited since the segment's files are read, with what was edited. */
  isEditsOnly?: boolean | undefined;
}

/**
 * The engine's source of a table's content: its latest full segment at or before a version, and the edits
 * after it.
 */
export interface TableLog {
  segmentAt(table: TableAtVersion): Promise<
    SegmentFiles & {
      version: number;
      /** The version after which edits are not in the segment. */
      editsAfter: number;
      size: number;
      rowCount: number;
    }
  >;
  columnsAt(table: TableAtVersion): Promise<PhysicalColumn[]>;
  /**
   * The first of the edits after a position, up to and including the version of the table: some of them, and
   * at least one. Of a table with `rows`, only edits of those.
   */
  editsAfter(table: TableAtVersion, place: EditPlace): Promise<EditSlice>;
}
