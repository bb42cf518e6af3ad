import { type DuckDBDataChunk, DuckDBInstance, DuckDBTableFunction } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import type { ColumnData } from '@workbook-data-service/sheets/columns';
import type { ColumnType } from '@workbook-data-service/sheets/values';
import { identifier, literal } from '../core/sql-text.js';
import { parquetOptions } from '../engine/child/copy-to-file.js';
import { duckDbTypes, VectorFiller } from './vector-filler.js';
import { writeWideParquet } from './write-wide-parquet.js';

const ROWS_A_CHUNK = 2048;

/** From this many columns on the engine's writer takes longer than ours, by more the fewer rows there are. Measured. */
const WIDE = { columns: 1000, cells: 2_000_000 };

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
  if (isWide(columns, rowCount)) return await writeWideParquet(path, columns, rowCount);
  // A second thread would mostly wait for rows, which it does by asking again and again.
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    connection.registerTableFunction(rowsToWrite(columns, rowCount));
    await connection.run(
      `copy (select ${columns.map(castColumn).join(', ')} from rows_to_write())
       to ${literal(path)} (${parquetOptions(columns.length)})`,
    );
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function isWide(columns: readonly ParquetColumn[], rowCount: number): boolean {
  const hasFewCells = columns.length >= WIDE.columns && columns.length * rowCount <= WIDE.cells;
  return hasFewCells && columns.every(({ type, data }) => type === undefined || type === data.type);
}

function castColumn({ name, data, type = data.type }: ParquetColumn): string {
  const column = identifier(name);
  return type === data.type ? column : `${column}::${type} as ${column}`;
}

/** The engine asks for the rows while it writes those before; a table filled first would be one more copy of them. */
function rowsToWrite(columns: readonly ParquetColumn[], rowCount: number): DuckDBTableFunction {
  const filler = new VectorFiller();
  let next = 0;
  return DuckDBTableFunction.create({
    name: 'rows_to_write',
    bindFunction: (bound) => {
      for (const { name, data } of columns) bound.addResultColumn(name, duckDbTypes[data.type]);
      bound.setCardinality(rowCount, true);
    },
    // One thread, so that rows stay in order.
    initFunction: (init) => init.setMaxThreads(1),
    mainFunction: (_, output: DuckDBDataChunk) => {
      const count = Math.min(ROWS_A_CHUNK, rowCount - next);
      output.rowCount = count;
      columns.forEach(({ data }, index) => {
        filler.fill(duckdb.data_chunk_get_vector(output.chunk, index), data, next, count);
      });
      next += count;
    },
  });
}
