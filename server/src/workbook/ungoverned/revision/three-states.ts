import { ROW_ID } from '@workbook-data-service/sheets/values';
import { castExpression } from '../../../core/column-changes.js';
import { identifier } from '../../../core/sql-text.js';
import type { MergedColumn, TypedColumn } from './plan-columns.js';

/** The name of the current table in a statement. */
export const TABLE = 'table_rows';

/** The three sides of a merge: the table as in the previous file, as it is now, and as in the new file. */
export interface ThreeStates {
  /** SQL for the rows of files; the table itself is a relation named `TABLE`. */
  base: string;
  incoming: string;
  columns: readonly MergedColumn[];
}

/**
 * `base_rows` and `current_rows` by `row_id`, `incoming_rows` by `position`, all with the same columns of the same
 * types. `place` is the position of a row in the previous file, which row ids do not give once rows were inserted.
 */
export function threeStates({ base, incoming, columns }: ThreeStates): string {
  const cells = (side: 'base' | 'current' | 'incoming') =>
    columns.map((column) => `, ${cellAs(column[side], column)} as ${identifier(column.id)}`).join('');
  const rowId = identifier(ROW_ID);
  return `
    base_rows as (
      select ${rowId} as row_id, place ${cells('base')} from ${base}),
    current_rows as (select ${rowId} as row_id ${cells('current')} from ${TABLE}),
    incoming_rows as (
      select ${rowId} as position ${cells('incoming')} from ${incoming})`;
}

/** SQL for a column of one state with the type of another; NULL if the state lacks it. */
export function cellAs(from: TypedColumn | undefined, to: TypedColumn): string {
  if (!from) return `cast(null as ${to.type})`;
  return from.type === to.type
    ? identifier(from.id)
    : castExpression(identifier(from.id), from.type, to.type);
}
