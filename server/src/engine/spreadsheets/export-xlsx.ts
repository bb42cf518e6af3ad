import { type DuckDBConnection, type DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api';
import type { ColumnType } from '../../core/column-types.js';
import { identifier, literal } from '../../core/sql-text.js';
import { writeXlsx, type XlsxSheet } from '../../spreadsheet/write-xlsx.js';
import type { SheetAnnotation } from '../../spreadsheet/xlsx-annotations.js';
import type { XlsxBatch } from '../../spreadsheet/xlsx-sheet.js';
import { type FormulaErrors, formulaErrors } from './formula-errors.js';
import { cellExpression, toCell } from './xlsx-cells.js';

export interface ExportRequest {
  sheets: ExportSheet[];
  outPath: string;
}

export interface ExportSheet {
  name: string;
  /** In the order of the Parquet columns, whatever their physical names. */
  columns: ExportColumn[];
  parquetPath: string;
  /** Where there are any, the last Parquet column is the row id, whether it is shown or not. */
  annotations?: SheetAnnotation[] | undefined;
}

export interface ExportColumn {
  name: string;
  type: ColumnType;
  /** Of table columns: what formulas know it by. */
  id?: string | undefined;
  formula?: string | undefined;
}

export type { SheetAnnotation };

/** Writes tables from Parquet as the sheets of an xlsx workbook, a few rows in memory at a time. */
export async function exportXlsx({ sheets, outPath }: ExportRequest): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await writeXlsx(
      outPath,
      sheets.map((sheet): XlsxSheet => ({ ...sheet, batches: readBatches(connection, sheet) })),
    );
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Sheets are written one after the other, so one connection serves their streams in turn. */
async function* readBatches(connection: DuckDBConnection, sheet: ExportSheet): AsyncGenerator<XlsxBatch> {
  const source = `read_parquet(${literal(sheet.parquetPath)})`;
  const physical = await columnNames(connection, source);
  const cells = sheet.columns.map(({ type }, index) =>
    cellExpression(identifier(physical[index] ?? ''), type),
  );
  const errors = await formulaErrors(connection, sheet, physical);
  const rowId = sheet.annotations ? [`${identifier(physical.at(-1) ?? '')}::double`] : [];
  const result = await connection.stream(`select ${[...cells, ...rowId].join(', ')} from ${source}`);
  let row = 0;
  for (
    let chunk = await result.fetchChunk();
    chunk && chunk.rowCount > 0;
    chunk = await result.fetchChunk()
  ) {
    yield withErrors(batchOf(chunk, sheet), errors, row);
    row += chunk.rowCount;
  }
}

async function columnNames(connection: DuckDBConnection, source: string): Promise<string[]> {
  const description = await connection.runAndReadAll(`describe select * from ${source}`);
  return description.getRows().map(([name]) => String(name));
}

function batchOf(chunk: DuckDBDataChunk, sheet: ExportSheet): XlsxBatch {
  const columns = sheet.columns.map(({ type }, index) =>
    chunk.getColumnValues(index).map((value) => toCell(value, type)),
  );
  if (!sheet.annotations) return { rowCount: chunk.rowCount, columns };
  const rowIds = chunk.getColumnValues(sheet.columns.length).map(Number);
  return { rowCount: chunk.rowCount, columns, rowIds };
}

function withErrors(batch: XlsxBatch, errors: FormulaErrors, firstRow: number): XlsxBatch {
  if (errors.size === 0) return batch;
  const columns = batch.columns.map((cells, position) => {
    const found = errors.get(position);
    return found
      ? cells.map((cell, i) =>
          found.has(firstRow + i) ? { error: found.get(firstRow + i) as string } : cell,
        )
      : cells;
  });
  return { ...batch, columns };
}
