import { type DuckDBAppender, DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api';
import { ROW_ID } from '../core/column-types.js';
import { identifier, literal } from '../core/sql-text.js';
import { parquetOptions } from '../engine/child/copy-to-file.js';
import type { ColumnData } from '../spreadsheet/column-data.js';
import { duckDbTypes, fillVector } from './fill-vector.js';

const ROWS_A_CHUNK = 2048;

/** The physical name of the column at a position; user-given names are in the catalog. */
export function columnId(index: number): string {
  return `c${index + 1}`;
}

/** Writes a table as a Parquet segment: its columns by identifier, then the row identifiers 1, 2, 3, … */
export async function writeSegment(
  table: { columns: readonly ColumnData[]; rowCount: number },
  path: string,
): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const columns = table.columns.map(({ type }, index) => `${columnId(index)} ${type}`);
    await connection.run(`create table segment (${[...columns, `${identifier(ROW_ID)} BIGINT`].join(', ')})`);
    const appender = await connection.createAppender('segment');
    appendRows(appender, table.columns, table.rowCount);
    appender.closeSync();
    await connection.run(`copy segment to ${literal(path)} (${parquetOptions(table.columns.length)})`);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function appendRows(appender: DuckDBAppender, columns: readonly ColumnData[], rowCount: number): void {
  const rowIds = rowIdColumn(rowCount);
  const all = [...columns, rowIds];
  const types = all.map(({ type }) => duckDbTypes[type]);
  for (let from = 0; from < rowCount; from += ROWS_A_CHUNK) {
    const count = Math.min(ROWS_A_CHUNK, rowCount - from);
    const chunk = DuckDBDataChunk.create(types, count);
    all.forEach((data, index) => {
      fillVector(chunk.getColumnVector(index), data, from, count);
    });
    appender.appendDataChunk(chunk);
  }
}

function rowIdColumn(rowCount: number): ColumnData {
  const values = BigInt64Array.from({ length: rowCount }, (_, row) => BigInt(row + 1));
  return { type: 'BIGINT', values, valid: new Uint8Array(rowCount).fill(1) };
}
