import { DuckDBInstance } from '@duckdb/node-api';
import { FileError } from '../core/file-error.js';
import { problem } from '../core/problems.js';
import { formatNumber } from '../formula/format-number.js';
import { parseFormula } from '../formula/parse-formula.js';
import { type ExcelFormula, toExcelFormula } from '../formula/to-excel-formula.js';
import { type FormatKind, formatKind } from '../grid/format-kind.js';
import type { NumberMeaning, XlsxSheet, XlsxSummary } from '../xlsx/write/workbook-content.js';
import { writeXlsx } from '../xlsx/write/write-xlsx.js';
import type { ExportSheet } from './export-sheet.js';
import { BRANCH_NAME, type NamedSheet, withIdentity } from './file-identity.js';
import { readBatches } from './sheet-batches.js';
import { meaningOf, noteOnTexts } from './xlsx-cells.js';

export interface ExportRequest {
  sheets: ExportSheet[];
  outPath: string;
  /** Whether formula columns are written as formulas with their values; otherwise as values alone. */
  liveFormulas?: boolean | undefined;
  /** Written into the file, so that it is recognised when it comes back. */
  branchId?: string | undefined;
}

export type ExportSummary = Pick<XlsxSummary, 'formulas' | 'truncatedCells'>;

/** Writes tables from Parquet as the sheets of an xlsx workbook, a few rows in memory at a time. */
export async function exportXlsx({
  sheets,
  outPath,
  liveFormulas = false,
  branchId,
}: ExportRequest): Promise<ExportSummary> {
  const instance = await DuckDBInstance.create(':memory:');
  try {
    const { formulas, truncatedCells } = await writeXlsx(outPath, {
      sheets: (branchId === undefined ? sheets : withIdentity(sheets)).map((sheet) =>
        xlsxSheet(instance, sheet, liveFormulas),
      ),
      hiddenTexts: branchId === undefined ? undefined : { [BRANCH_NAME]: branchId },
    });
    return { formulas, truncatedCells };
  } catch (error) {
    throw error instanceof FileError ? problem('too-large', error.message) : error;
  } finally {
    instance.closeSync();
  }
}

function xlsxSheet(instance: DuckDBInstance, sheet: NamedSheet, liveFormulas: boolean): XlsxSheet {
  return {
    name: sheet.name,
    columns: sheet.columns.map(({ name, type, formula, numberFormat }, index) => ({
      name,
      hiddenName: sheet.headingNames?.[index],
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
    batches: readBatches(instance, sheet),
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
