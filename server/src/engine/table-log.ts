import type { EditPlace, EditSlice } from '../core/row-edits.js';
import type { PhysicalColumn } from './protocol.js';

export interface TableAtVersion {
  tableId: string;
  version: number;
}

/** How the engine learns what a table holds: its latest full segment at or before a version, and the edits after it. */
export interface TableLog {
  segmentAt(table: TableAtVersion): Promise<{ version: number; path: string; size: number }>;
  columnsAt(table: TableAtVersion): Promise<PhysicalColumn[]>;
  /** The first of the edits after a place, up to and with the version of the table: some of them, and one at least. */
  editsAfter(table: TableAtVersion, place: EditPlace): Promise<EditSlice>;
}
