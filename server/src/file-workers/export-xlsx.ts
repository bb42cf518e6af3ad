import { type DuckDBConnection, type DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api';
import { FileError } from '../core/file-error.js';
import { problem } from '../core/problems.js';
import { identifier, literal } from '../core/sql-text.js';
import { formatNumber } from '../formula/format-number.js';
import { parseFormula } from '../formula/parse-formula.js';
import { type ExcelFormula, toExcelFormula } from '../formula/to-excel-formula.js';
import { type FormatKind, formatKind } from '../grid/format-kind.js';
import type {
  BatchColumn,
  NumberMeaning,
  XlsxBatch,
  XlsxSheet,
  XlsxSummary,
} from '../xlsx/write/workbook-content.js';
import { writeXlsx } from '../xlsx/write/write-xlsx.js';
import type { ExportSheet } from './export-sheet.js';
import { formulaErrors } from './formula-errors.js';
import { cellExpression, doubles, meaningOf, noteOnTexts, readCells } from './xlsx-cells.js';

export interface ExportRequest {
  sheets: ExportSheet[];
  outPath: string;
  /** Whether formula columns are written as formulas with their values; otherwise as values alone. */
  liveFormulas?: boolean | undefined;
}

export type ExportSummary = Pick<XlsxSummary, 'formulas' | 'truncatedCells'>;

/** Writes tables from Parquet as the sheets of an xlsx workbook, a few rows in memory at a time. */
export async function exportXlsx({
  sheets,
  outPath,
  liveFormulas = false,
}: ExportRequest): Promise<ExportSummary> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const { formulas, truncatedCells } = await writeXlsx(outPath, {
      sheets: sheets.map((sheet) => xlsxSheet(connection, sheet, liveFormulas)),
    });
    return { formulas, truncatedCells };
  } catch (error) {
    throw error instanceof FileError ? problem('too-large', error.message) : error;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function xlsxSheet(connection: DuckDBConnection, sheet: ExportSheet, liveFormulas: boolean): XlsxSheet {
  return {
    name: sheet.name,
    columns: sheet.columns.map(({ name, type, formula, numberFormat }) => ({
      name,
      meaning: meaningOf(type),
      numberFormat: fittingFormat(numberFormat, meaningOf(type)),
      noteOnTexts: noteOnTexts(type),
      formula: liveFormulas && formula !== undefined ? liveFormula(formula, sheet) : undefined,
    })),
    annotations: sheet.annotations?.map(({ style: { number_format, ...look }, ...place }) => ({
      ...place,
      style: number_format === undefined ? look : { ...look, numberFormat: number_format },
    })),
    display: displayedNumber,
    batches: readBatches(connection, sheet),
  };
}

const formatsOfMeaning: Record<NumberMeaning, readonly FormatKind[]> = {
  number: ['plain', 'percent'],
  date: ['date', 'timestamp'],
  timestamp: ['date', 'timestamp', 'time', 'duration'],
  time: ['timestamp', 'time', 'duration'],
};

/** A column that got another type since may have a format that would show its values as something else. */
function fittingFormat(format: string | undefined, meaning: NumberMeaning): string | undefined {
  return format !== undefined && formatsOfMeaning[meaning].includes(formatKind(format)) ? format : undefined;
}

function displayedNumber(value: number, format: string): string {
  const text = formatNumber(value, format);
  return typeof text === 'string' ? text : String(value);
}

/** Undefined if an input is not in the sheet: then only the value is written. */
function liveFormula(formula: string, { columns }: ExportSheet): ExcelFormula | undefined {
  const places = new Map(columns.map(({ id }, place) => [id, place]));
  return toExcelFormula(parseFormula(formula), (id) => places.get(id));
}

/** Sheets are written one after the other, so one connection serves all their streams. */
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
    const batch = batchOf(chunk, sheet);
    yield {
      ...batch,
      columns: batch.columns.map((column, i) => withErrors(column, errors.get(i), row, batch.rowCount)),
    };
    row += chunk.rowCount;
  }
}

async function columnNames(connection: DuckDBConnection, source: string): Promise<string[]> {
  const description = await connection.runAndReadAll(`describe select * from ${source}`);
  return description.getRows().map(([name]) => String(name));
}

function batchOf(chunk: DuckDBDataChunk, { columns, annotations }: ExportSheet): XlsxBatch {
  const { rowCount } = chunk;
  return {
    rowCount,
    columns: columns.map(({ type }, index) => readCells(chunk.getColumnVector(index), type, rowCount)),
    rowIds: annotations && doubles(chunk.getColumnVector(columns.length), rowCount),
  };
}

function withErrors(
  column: BatchColumn,
  errors: ReadonlyMap<number, string> | undefined,
  firstRow: number,
  rowCount: number,
): BatchColumn {
  if (!errors?.size) return column;
  const cells = 'numbers' in column ? column.numbers : column;
  return Array.from({ length: rowCount }, (_, row) => {
    const error = errors.get(firstRow + row);
    return error === undefined ? (cells[row] ?? null) : { error };
  });
}
