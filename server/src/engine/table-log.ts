import type { RowEdit } from '../core/row-edits.js';
import type { PhysicalColumn } from './protocol.js';

export interface TableAtVersion {
  tableId: string;
  version: number;
}

/** How the engine learns what a table holds: its latest full segment at or before a version, and the edits after it. */
export interface TableLog {
  segmentAt(table: TableAtVersion): Promise<{ version: number; path: string; size: number }>;
  columnsAt(table: TableAtVersion): Promise<PhysicalColumn[]>;
  editsBetween(tableId: string, after: number, upTo: number): Promise<RowEdit[]>;
}
