import type { DuckDBConnection, DuckDBDataChunk, DuckDBInstance, DuckDBResult } from '@duckdb/node-api';
import { type BatchColumn, cellAt, type XlsxBatch } from '@workbook-data-service/sheets/xlsx';
import { identifier, literal } from '../core/sql-text.js';
import type { ExportColumn, ExportSheet } from './export-sheet.js';
import { formulaErrors } from './formula-errors.js';
import { cellExpression, doubles, readCells } from './xlsx-cells.js';

/** In JavaScript a cell takes far more memory than in the engine, so that a wide table is read a few rows at a time. */
const BATCH_CELLS = 2 ** 20;

/** The rows of a sheet, a few in memory at a time. */
export async function* readBatches(instance: DuckDBInstance, sheet: ExportSheet): AsyncGenerator<XlsxBatch> {
  const connections: DuckDBConnection[] = [];
  try {
    for (const _ of sheet.parquetPaths) connections.push(await instance.connect());
    const slices = await slicesOf(connections[0] as DuckDBConnection, sheet);
    const errors = await formulaErrors(
      connections[0] as DuckDBConnection,
      sheet,
      slices.flatMap(({ file, columns }) => columns.map(({ physical }) => ({ file, physical }))),
    );
    const readers: SliceReader[] = [];
    for (const [i, slice] of slices.entries()) {
      readers.push(await SliceReader.open(connections[i] as DuckDBConnection, slice));
    }
    const most = Math.max(1, Math.floor(BATCH_CELLS / sheet.columns.length));
    for (let row = 0; ; ) {
      let rowCount = most;
      for (const reader of readers) rowCount = Math.min(rowCount, await reader.rowsLeft());
      if (rowCount === 0) break;
      const taken = readers.map((reader) => reader.take(rowCount));
      const columns = taken.flatMap((slice) => slice.columns);
      yield {
        rowCount,
        columns: columns.map((column, i) => withErrors(column, errors.get(i), row, rowCount)),
        rowIds: taken.at(-1)?.rowIds,
      };
      row += rowCount;
    }
  } finally {
    for (const connection of connections) connection.closeSync();
  }
}

/** Some columns of a sheet, in one file. */
interface Slice {
  file: string;
  columns: { column: ExportColumn; physical: string }[];
  /** The physical name of the row id, if it is needed for annotations. */
  rowId: string | undefined;
}

export async function slicesOf(connection: DuckDBConnection, sheet: ExportSheet): Promise<Slice[]> {
  const slices: Slice[] = [];
  let first = 0;
  for (const file of sheet.parquetPaths) {
    const names = await columnNames(connection, file);
    const columns = sheet.columns
      .slice(first, first + names.length)
      .map((column, i) => ({ column, physical: names[i] as string }));
    first += columns.length;
    const isLast = slices.length === sheet.parquetPaths.length - 1;
    slices.push({ file, columns, rowId: isLast && sheet.annotations ? names.at(-1) : undefined });
  }
  return slices;
}

async function columnNames(connection: DuckDBConnection, file: string): Promise<string[]> {
  const description = await connection.runAndReadAll(`describe select * from read_parquet(${literal(file)})`);
  return description.getRows().map(([name]) => String(name));
}

/** Reads the rows of a slice in any portions, whatever those of the engine are. */
class SliceReader {
  readonly #slice: Slice;
  readonly #result: DuckDBResult;
  #chunk: DuckDBDataChunk | null = null;
  #next = 0;

  private constructor(slice: Slice, result: DuckDBResult) {
    this.#slice = slice;
    this.#result = result;
  }

  static async open(connection: DuckDBConnection, slice: Slice): Promise<SliceReader> {
    const cells = slice.columns.map(({ column, physical }) =>
      cellExpression(identifier(physical), column.type),
    );
    const rowId = slice.rowId === undefined ? [] : [`${identifier(slice.rowId)}::double`];
    const file = `read_parquet(${literal(slice.file)})`;
    return new SliceReader(
      slice,
      await connection.stream(`select ${[...cells, ...rowId].join(', ')} from ${file}`),
    );
  }

  /** How many rows can be taken at once; 0 after the last. */
  async rowsLeft(): Promise<number> {
    if (!this.#chunk || this.#next >= this.#chunk.rowCount) {
      this.#chunk = await this.#result.fetchChunk();
      this.#next = 0;
    }
    return this.#chunk ? this.#chunk.rowCount - this.#next : 0;
  }

  take(rowCount: number): { columns: BatchColumn[]; rowIds: Float64Array | undefined } {
    const chunk = this.#chunk as DuckDBDataChunk;
    const rows = { from: this.#next, count: rowCount };
    this.#next += rowCount;
    const { columns, rowId } = this.#slice;
    return {
      columns: columns.map(({ column }, i) => readCells(chunk, i, column.type, rows)),
      rowIds: rowId === undefined ? undefined : doubles(chunk, columns.length, rows),
    };
  }
}

function withErrors(
  column: BatchColumn,
  errors: ReadonlyMap<number, string> | undefined,
  firstRow: number,
  rowCount: number,
): BatchColumn {
  if (!errors?.size) return column;
  return Array.from({ length: rowCount }, (_, row) => {
    const error = errors.get(firstRow + row);
    return error === undefined ? cellAt(column, row) : { error };
  });
}
