import type { ColumnKind } from '../../core/column-kind.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import type { ColumnFigures } from './table-figures.js';

/** A column with the figures that all rules share. */
export interface ReviewedColumn extends ColumnFigures {
  id: string;
  name: string;
  type: string;
  kind: ColumnKind;
  /** Its place in the table, from 0. */
  index: number;
  /** Whether it is computed by a formula of the table. */
  isComputed: boolean;
}

/** What structuring made a table for; `table` for all others. */
export type TableRole = 'table' | 'level' | 'computed' | 'accounts' | 'notes';

export interface ReviewedTable {
  readonly table: ReadableTable;
  readonly role: TableRole;
  readonly name: string;
  readonly rowCount: number;
  /** Its place among the reviewed tables, from 0. */
  readonly index: number;
  readonly columns: readonly ReviewedColumn[];
}
