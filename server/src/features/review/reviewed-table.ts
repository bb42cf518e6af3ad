import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import type { ColumnFigures } from './table-figures.js';

export type ColumnKind = 'number' | 'moment' | 'text' | 'other' | 'json';

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

/** Numbers of any type are alike to rules. */
export function columnKind(type: string): ColumnKind {
  switch (type) {
    case 'VARCHAR':
      return 'text';
    case 'DATE':
    case 'TIMESTAMP':
    case 'TIMESTAMPTZ':
      return 'moment';
    case 'BOOLEAN':
    case 'TIME':
      return 'other';
    case 'JSON':
      return 'json';
    default:
      return 'number';
  }
}
