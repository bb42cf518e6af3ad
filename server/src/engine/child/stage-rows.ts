import {
  BIGINT,
  DOUBLE,
  type DuckDBConnection,
  DuckDBDataChunk,
  type DuckDBType,
  UINTEGER,
  VARCHAR,
} from '@duckdb/node-api';
import { integerNumeral } from '@workbook-data-service/sheets/exact-numbers';
import type { Cells, CellValue } from '@workbook-data-service/sheets/values';
import type { PhysicalColumn } from '../protocol.js';

export interface EditedRow {
  rowId: number;
  /** By column id. */
  cells: Cells;
}

/** Edited rows in a temporary table, in columns, with the SQL that reads them there. */
export interface StagedRows {
  table: string;
  rowIds: number[];
  /** The columns for which any row has a cell. */
  columns: StagedColumn[];
  /** For which of the columns 32n to 32n + 31 a row has cells, as bits. */
  presence: (word: number) => string;
}

export interface StagedColumn {
  column: PhysicalColumn;
  /** Whether a row has a cell for the column. */
  isPresent: string;
  /** The cell, of the column's type. */
  value: string;
}

/** The size of an appender's chunk. */
const MAX_ROWS = 2048;
/** Rows with few cells in common still need a slot for each, so this limits the cells per table. */
const MAX_CELLS = 256 * 1024;
/** Columns whose presence fits into one number. */
export const WORD = 32;

export const bitOf = (place: number): number => 2 ** (place % WORD);
export const wordOf = (place: number): number => Math.floor(place / WORD);

/**
 * Puts rows into temporary tables for `work`, a bounded number at a time, with memory proportional to their
 * cells. Cells of columns that the table no longer has are left out.
 */
export async function stageRows(
  connection: DuckDBConnection,
  columns: readonly PhysicalColumn[],
  rows: readonly EditedRow[],
  work: (staged: StagedRows) => Promise<void>,
): Promise<void> {
  if (rows.length === 0) return;
  const touched = touchedColumns(columns, rows);
  const step = Math.max(1, Math.min(MAX_ROWS, Math.floor(MAX_CELLS / Math.max(touched.length, 1))));
  for (let start = 0; start < rows.length; start += step) {
    const some = rows.slice(start, start + step);
    await work(await stage(connection, touched, some));
  }
  await connection.run('drop table if exists temp.staged');
}

interface TouchedColumn {
  column: PhysicalColumn;
  place: number;
}

function touchedColumns(columns: readonly PhysicalColumn[], rows: readonly EditedRow[]): TouchedColumn[] {
  const ids = new Set(rows.flatMap(({ cells }) => Object.keys(cells)));
  return columns.flatMap((column, place) => (ids.has(column.id) ? [{ column, place }] : []));
}

async function stage(
  connection: DuckDBConnection,
  touched: readonly TouchedColumn[],
  rows: readonly EditedRow[],
): Promise<StagedRows> {
  const words = [...new Set(touched.map(({ place }) => wordOf(place)))];
  const vectors: { name: string; type: DuckDBType; values: (bigint | number | string | null)[] }[] = [
    { name: 'row_id', type: BIGINT, values: rows.map(({ rowId }) => BigInt(rowId)) },
    ...words.map((word) => ({ name: `p${word}`, type: UINTEGER, values: presenceOf(word, touched, rows) })),
    ...touched.map(({ column, place }) => {
      const cells = rows.map((row) => row.cells[column.id] ?? null);
      return { name: `v${place}`, ...stagedCells(column, cells) };
    }),
  ];
  await connection.run(
    `create or replace temp table staged (${vectors.map(({ name, type }) => `${name} ${type}`).join(', ')})`,
  );
  const chunk = DuckDBDataChunk.create(
    vectors.map(({ type }) => type),
    rows.length,
  );
  for (const [i, { values }] of vectors.entries()) chunk.setColumnValues(i, values);
  const appender = await connection.createAppender('staged', 'main', 'temp');
  appender.appendDataChunk(chunk);
  appender.closeSync();
  return {
    table: 'temp.staged',
    rowIds: rows.map(({ rowId }) => rowId),
    columns: touched.map(({ column, place }) => ({
      column,
      isPresent: `(staged.p${wordOf(place)} & ${bitOf(place)}) <> 0`,
      value: column.type === 'VARCHAR' ? `staged.v${place}` : `cast(staged.v${place} as ${column.type})`,
    })),
    presence: (word) => (words.includes(word) ? `staged.p${word}` : '0::uinteger'),
  };
}

function presenceOf(word: number, touched: readonly TouchedColumn[], rows: readonly EditedRow[]): number[] {
  const own = touched.filter(({ place }) => wordOf(place) === word);
  return rows.map(({ cells }) =>
    own.reduce((bits, { column, place }) => (column.id in cells ? bits + bitOf(place) : bits), 0),
  );
}

const numeric = new Set(['DOUBLE', 'BIGINT', 'INTEGER']);

/** Numbers if all of them are; anything else as text that the engine casts to the column's type. */
function stagedCells(
  { type }: PhysicalColumn,
  cells: readonly CellValue[],
): { type: DuckDBType; values: (number | string | null)[] } {
  if (numeric.has(type) && cells.every((cell) => cell === null || typeof cell === 'number'))
    return { type: DOUBLE, values: cells as (number | null)[] };
  return { type: VARCHAR, values: cells.map((cell) => textOf(cell, type)) };
}

function textOf(cell: CellValue, type: string): string | null {
  if (cell === null) return null;
  if (type === 'BIGINT' && typeof cell === 'number') return integerNumeral(cell);
  return typeof cell === 'string' && type !== 'JSON' ? cell : JSON.stringify(cell);
}
