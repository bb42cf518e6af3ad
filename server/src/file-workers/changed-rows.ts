import type { DuckDBConnection } from '@duckdb/node-api';
import { type ColumnType, ROW_ID } from '@workbook-data-service/sheets/values';
import { type BatchColumn, cellAt, type XlsxCell } from '@workbook-data-service/sheets/xlsx';
import { identifier, literal } from '../core/sql-text.js';
import { cellExpression, doubles, readCells } from './xlsx-cells.js';

/**
 * The names of the table as imported and as it is now in the statement of `changedRowsSql`; columns go by
 * their ids.
 */
export const LANDED = 'landed_rows';
export const CURRENT = 'current_rows';

export interface ComparedColumn {
  id: string;
  type: ColumnType;
  formula?: string | undefined;
}

/** A row that differs from the imported one. */
export interface ChangedRow {
  rowId: number;
  kind: 'added' | 'changed' | 'deleted';
  /** In the order of the current columns: what to write, or undefined. */
  cells: (XlsxCell | undefined)[];
}

/** SQL for the rows that differ, each with its values and which of these changed. */
export function changedRowsSql(
  current: readonly ComparedColumn[],
  landed: readonly { id: string; type: ColumnType }[],
): string {
  const cells = current.flatMap((column, i) => [
    `${CURRENT}.${identifier(column.id)} as value_${i}`,
    `coalesce(${isChanged(column, landed)}, false) as changed_${i}`,
  ]);
  const rowId = identifier(ROW_ID);
  const differs = ['is_added', 'is_deleted', ...current.map((_, i) => `changed_${i}`)];
  return `select * from (
      select coalesce(${CURRENT}.${rowId}, ${LANDED}.${rowId}) as row_id,
        ${LANDED}.${rowId} is null as is_added, ${CURRENT}.${rowId} is null as is_deleted
        ${cells.map((cell) => `, ${cell}`).join('')}
      from ${CURRENT} full join ${LANDED} on ${CURRENT}.${rowId} = ${LANDED}.${rowId}
    ) where ${differs.join(' or ')} order by row_id`;
}

/** A new type alone is not a change: `12` as text that is now the number 12 need not be written. */
function isChanged(
  { id, type, formula }: ComparedColumn,
  landed: readonly { id: string; type: ColumnType }[],
): string {
  if (formula !== undefined) return 'true';
  const [now, before] = [`${CURRENT}.${identifier(id)}`, `${LANDED}.${identifier(id)}`];
  const known = landed.find((column) => column.id === id);
  if (!known) return `${now} is not null`;
  return `${now} is distinct from ${known.type === type ? before : `try_cast(${before} as ${type})`}`;
}

/** How many of the rows that the statement has written to a Parquet file are new. */
export async function countAddedRows(connection: DuckDBConnection, path: string): Promise<number> {
  const counted = await connection.runAndReadAll(
    `select count(*)::double from read_parquet(${literal(path)}) where is_added`,
  );
  return Number(counted.value(0, 0));
}

/** The rows that the statement has written to a Parquet file. */
export async function* readChangedRows(
  connection: DuckDBConnection,
  path: string,
  columns: readonly ComparedColumn[],
): AsyncGenerator<ChangedRow> {
  const cells = columns.flatMap(({ type }, i) => [cellExpression(`value_${i}`, type), `changed_${i}`]);
  const result = await connection.stream(
    `select ${['row_id::double', 'is_added', 'is_deleted', ...cells].join(', ')} from read_parquet(${literal(path)})`,
  );
  for await (const chunk of result) {
    const { rowCount } = chunk;
    const rows = { from: 0, count: rowCount };
    const rowIds = doubles(chunk, 0, rows);
    const [added, deleted] = [chunk.getColumnVector(1), chunk.getColumnVector(2)];
    const values = columns.map(({ type }, i) => readCells(chunk, 3 + 2 * i, type, rows));
    const changed = columns.map((_, i) => chunk.getColumnVector(4 + 2 * i));
    for (let row = 0; row < rowCount; row++) {
      const isAdded = added.getItem(row) === true;
      yield {
        rowId: rowIds[row] as number,
        kind: isAdded ? 'added' : deleted.getItem(row) ? 'deleted' : 'changed',
        cells: values.map((value, i) =>
          isAdded || changed[i]?.getItem(row) ? changedCell(value, row) : undefined,
        ),
      };
    }
  }
}

/** A number that is none stands for an empty cell. */
function changedCell(column: BatchColumn, row: number): XlsxCell {
  const cell = cellAt(column, row);
  return Number.isNaN(cell) ? null : cell;
}
