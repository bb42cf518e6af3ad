import { castExpression } from '../../../core/column-changes.js';
import { ROW_ID } from '../../../core/column-types.js';
import { identifier, literal } from '../../../core/sql-text.js';
import type { MergedColumn, TypedColumn } from './plan-columns.js';

/** The name under which a statement is given the table as it is. */
export const TABLE = 'table_rows';

/** A table as its file last had it, as it is, and as the new file has it. */
export interface ThreeStates {
  /** Segments; the table itself is a relation named `TABLE`. */
  basePath: string;
  incomingPath: string;
  columns: readonly MergedColumn[];
}

/**
 * `base_rows` and `current_rows` by `row_id`, `incoming_rows` by `position`, all with the same columns of the same
 * types. `place` is where a row stood in the file before: row ids no longer tell once rows were added in between.
 */
export function threeStates({ basePath, incomingPath, columns }: ThreeStates): string {
  const cells = (side: 'base' | 'current' | 'incoming') =>
    columns.map((column) => `, ${cell(column[side], column)} as ${identifier(column.id)}`).join('');
  const rowId = identifier(ROW_ID);
  return `
    base_rows as (
      select ${rowId} as row_id, file_row_number as place ${cells('base')}
      from read_parquet(${literal(basePath)}, file_row_number = true)),
    current_rows as (select ${rowId} as row_id ${cells('current')} from ${TABLE}),
    incoming_rows as (
      select ${rowId} as position ${cells('incoming')} from read_parquet(${literal(incomingPath)}))`;
}

function cell(from: TypedColumn | undefined, to: TypedColumn): string {
  if (!from) return `cast(null as ${to.type})`;
  return from.type === to.type
    ? identifier(from.id)
    : castExpression(identifier(from.id), from.type, to.type);
}
