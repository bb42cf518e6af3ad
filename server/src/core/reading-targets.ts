/** Where the rows of files that a reading reads go; null: into tables of their own. */
export type ReadingTarget = {
  mode: 'append' | 'replace';
  table: string;
  /** Names of columns that are to say from which file and period a row is. */
  sourceColumn: string | null;
  periodColumn: string | null;
} | null;

/** Why tables were made anew although a reading has a target. */
export type TargetRefusal =
  | 'hidden_columns'
  | 'computed_columns'
  | 'derived_table'
  | 'several_tables'
  | 'unfit_values'
  | 'governed_workbook'
  | 'no_table'
  | 'too_large';

/** What became of a target. */
export interface FollowedTarget {
  mode: 'append' | 'replace';
  table: string;
  rowsAdded: number;
  rowsRemoved: number;
  refused?: TargetRefusal | undefined;
}

export const targetOf = (stored: string | null): ReadingTarget =>
  stored === null ? null : (JSON.parse(stored) as ReadingTarget);
