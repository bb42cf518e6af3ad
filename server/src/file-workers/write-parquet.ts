import { type DuckDBAppender, DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api';
import type { ColumnType } from '../core/column-types.js';
import { identifier, literal } from '../core/sql-text.js';
import { parquetOptions } from '../engine/child/copy-to-file.js';
import type { ColumnData } from '../spreadsheet/column-data.js';
import { duckDbTypes, fillVector } from './fill-vector.js';

const ROWS_A_CHUNK = 2048;

export interface ParquetColumn {
  name: string;
  data: ColumnData;
  /** The type to which every value is cast, if it is not that of the data. */
  type?: ColumnType | undefined;
}

/** Writes columns of the same length to a Parquet file. */
export async function writeParquet(
  path: string,
  columns: readonly ParquetColumn[],
  rowCount: number,
): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const stored = columns.map(({ name, data }) => `${identifier(name)} ${data.type}`);
    await connection.run(`create table written (${stored.join(', ')})`);
    const appender = await connection.createAppender('written');
    appendRows(
      appender,
      columns.map(({ data }) => data),
      rowCount,
    );
    appender.closeSync();
    const isCast = columns.some(({ data, type }) => type !== undefined && type !== data.type);
    const source = isCast ? `(select ${columns.map(castColumn).join(', ')} from written)` : 'written';
    await connection.run(`copy ${source} to ${literal(path)} (${parquetOptions(columns.length)})`);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function castColumn({ name, data, type = data.type }: ParquetColumn): string {
  const column = identifier(name);
  return type === data.type ? column : `${column}::${type} as ${column}`;
}

function appendRows(appender: DuckDBAppender, columns: readonly ColumnData[], rowCount: number): void {
  const types = columns.map(({ type }) => duckDbTypes[type]);
  for (let from = 0; from < rowCount; from += ROWS_A_CHUNK) {
    const count = Math.min(ROWS_A_CHUNK, rowCount - from);
    const chunk = DuckDBDataChunk.create(types, count);
    columns.forEach((data, index) => {
      fillVector(chunk.getColumnVector(index), data, from, count);
    });
    appender.appendDataChunk(chunk);
  }
}
