import { DuckDBInstance } from '@duckdb/node-api';
import { FileError, writeXlsx } from '@workbook-data-service/sheets';
import { type ExcelFormula, toExcelFormula } from '@workbook-data-service/sheets/formula';
import type { XlsxSheet, XlsxSummary } from '@workbook-data-service/sheets/xlsx';
import { parseFormula } from '../core/formulas.js';
import { problem } from '../core/problems.js';
import type { ExportSheet } from './export-sheet.js';
import { BRANCH_NAME, type NamedSheet, withIdentity } from './file-identity.js';
import { readBatches } from './sheet-batches.js';
import { displayedNumber, xlsxAnnotations, xlsxColumn } from './xlsx-columns.js';

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
    throw error instanceof FileError ? problem('too-large', error.said) : error;
  } finally {
    instance.closeSync();
  }
}

function xlsxSheet(instance: DuckDBInstance, sheet: NamedSheet, liveFormulas: boolean): XlsxSheet {
  return {
    name: sheet.name,
    columns: sheet.columns.map((column, index) => ({
      ...xlsxColumn(column),
      hiddenName: sheet.headingNames?.[index],
      formula: liveFormulas && column.formula !== undefined ? liveFormula(column.formula, sheet) : undefined,
    })),
    annotations: xlsxAnnotations(sheet.annotations),
    display: displayedNumber,
    batches: readBatches(instance, sheet),
  };
}

/** Undefined if an input is not in the sheet: then only the value is written. */
function liveFormula(formula: string, { columns }: ExportSheet): ExcelFormula | undefined {
  const places = new Map(columns.map(({ id }, place) => [id, place]));
  return toExcelFormula(parseFormula(formula), (id) => places.get(id));
}
