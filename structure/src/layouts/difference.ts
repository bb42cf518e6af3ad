/** How a sheet differs from the one that its reading was learned from. */
export interface Difference {
  kind:
    | 'column_added'
    | 'column_missing'
    | 'column_moved'
    | 'column_renamed'
    | 'column_retyped'
    | 'table_added'
    | 'table_missing'
    | 'sheet_missing'
    | 'rows_outside';
  sheet: string;
  table?: string;
  /** As the sheet has it; a missing one as it was. */
  column?: string;
  /** What it was before: the label of a column, or its type. */
  before?: string;
  rows?: number;
}
