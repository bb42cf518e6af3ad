import type { EditPlace, EditSlice } from '../core/row-edits.js';
import type { PhysicalColumn } from './protocol.js';

export interface TableAtVersion {
  tableId: string;
  version: number;
}

/**
 * The engine's source of a table's content: its latest full segment at or before a version, and the edits
 * after it.
 */
export interface TableLog {
  segmentAt(table: TableAtVersion): Promise<{
    version: number;
    /** The version after which edits are not in the segment. */
    editsAfter: number;
    path: string;
    size: number;
  }>;
  columnsAt(table: TableAtVersion): Promise<PhysicalColumn[]>;
  /**
   * The first of the edits after a position, up to and including the version of the table: some of them, and
   * at least one.
   */
  editsAfter(table: TableAtVersion, place: EditPlace): Promise<EditSlice>;
}
