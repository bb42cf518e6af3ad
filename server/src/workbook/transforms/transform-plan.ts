import type { LineageEdge } from '../../catalog/lineage.js';
import type { ColumnRecord } from '../../catalog/tables.js';
import type { SegmentColumn } from '../../engine/protocol.js';
import type { ReadableTable } from '../governance/governed-tables.js';

/** The code of a transform, its inputs, its output and the user whose permissions apply. */
export interface TransformSpec {
  workbookId: string;
  kind: 'sql' | 'python';
  /** The transform sees what this user may see. */
  ownerId: string;
  code: string;
  /** Table ids by placeholder. */
  args: Readonly<Record<string, string>>;
  /** Names of output columns. */
  key: readonly string[] | null;
  /** A secret for deriving the ids of the output's rows. */
  rowSalt: string;
  /** Absent before the first run. */
  outputTableId?: string | undefined;
}

export interface PlannedInput {
  placeholder: string;
  table: ReadableTable;
}

/** A transform over its inputs at one moment, ready to run. */
export interface TransformPlan {
  spec: TransformSpec;
  inputs: PlannedInput[];
  columns: ColumnRecord[];
  /** The same columns, as stored in the segment. */
  stored: SegmentColumn[];
  key: SegmentColumn[] | null;
  lineage: LineageEdge[];
  /** Equal for runs that would compute the same table. */
  signature: string;
}
