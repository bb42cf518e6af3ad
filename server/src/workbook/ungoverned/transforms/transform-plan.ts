import type { LineageEdge } from '../../../catalog/lineage.js';
import type { ColumnRecord } from '../../../catalog/tables.js';
import type { SegmentColumn } from '../../../engine/protocol.js';
import type { ReadableTable } from '../../governance/governed-tables.js';
import type { CarriedOverrides } from '../../writing/carry-overrides.js';

/** What a transform computes from, by whose rights, and into what. */
export interface TransformSpec {
  workbookId: string;
  kind: 'sql' | 'python';
  /** It sees what this user may see. */
  ownerId: string;
  code: string;
  /** Table ids by placeholder. */
  args: Readonly<Record<string, string>>;
  /** Names of output columns. */
  key: readonly string[] | null;
  /** A secret that the ids of the output's rows are made with. */
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
  /** The same columns, as the segment is to hold them. */
  stored: SegmentColumn[];
  key: SegmentColumn[] | null;
  lineage: LineageEdge[];
  /** The same for every run that would give the same table. */
  signature: string;
}

/** The output of a run, in the blob store and not yet in the catalog. */
export interface ComputedTable {
  plan: TransformPlan;
  segment: { hash: string; size: number };
  rowCount: number;
  overrides: CarriedOverrides;
}
