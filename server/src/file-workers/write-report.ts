import { DuckDBInstance } from '@duckdb/node-api';
import { FileError, writeXlsx } from '@workbook-data-service/sheets';
import type { ColumnType } from '@workbook-data-service/sheets/values';
import {
  type ReportBlock,
  type ReportTable,
  type ReportTotal,
  type ReportTotals,
  reportLooks,
  type XlsxColumn,
} from '@workbook-data-service/sheets/xlsx';
import { isIdentifyingName } from '../core/identifying-name.js';
import { problem } from '../core/problems.js';
import { type ReportLabels, wordsIn } from '../core/report-texts.js';
import { type TotalFunction, totalRows } from '../core/sheet-blocks.js';
import type { ExportColumn } from './export-sheet.js';
import type { ExportSummary } from './export-xlsx.js';
import { isNumber, measureView, type NumberMeasures, sampleView, type ViewMeasures } from './measure-view.js';
import type { ReportRequest, RequestedBlock, RequestedView } from './report-request.js';
import { readBatches } from './sheet-batches.js';
import { displayedNumber, xlsxAnnotations, xlsxColumn } from './xlsx-columns.js';

/** Writes a report as a workbook of one sheet, a few rows in memory at a time. */
export async function writeReport(request: ReportRequest): Promise<ExportSummary> {
  const { outPath, name, title, asOf } = request;
  const words = wordsIn[request.language];
  const instance = await DuckDBInstance.create(':memory:');
  try {
    const written: ReportBlock[] = [];
    for (const block of request.blocks) written.push(await reportBlock(instance, block, words));
    const report = { name, title, asOf, words, blocks: written };
    const { formulas, truncatedCells } = await writeXlsx(outPath, {
      sheets: [report],
      properties: { title },
    });
    return { formulas, truncatedCells };
  } catch (error) {
    throw error instanceof FileError ? problem('too-large', error.said) : error;
  } finally {
    instance.closeSync();
  }
}

async function reportBlock(
  instance: DuckDBInstance,
  block: RequestedBlock,
  words: ReportLabels,
): Promise<ReportBlock> {
  return block.kind === 'table' ? await reportTable(instance, block, words) : block;
}

async function reportTable(
  instance: DuckDBInstance,
  view: RequestedView,
  words: ReportLabels,
): Promise<ReportTable> {
  const measures = await measureView(instance, view);
  return {
    kind: 'table',
    title: view.title ?? undefined,
    showHeadings: view.showHeader,
    columns: view.columns.map((column, i) => reportColumn(column, measures.numbers.get(i))),
    annotations: xlsxAnnotations(view.annotations),
    display: displayedNumber,
    rowCount: measures.rowCount,
    batches: readBatches(instance, view),
    sample: () => sampleView(instance, view, measures.numbers),
    totals: reportTotals(view, measures, words),
  };
}

function reportColumn(column: ExportColumn, measures: NumberMeasures | undefined): XlsxColumn {
  const plain = xlsxColumn(column);
  return {
    ...plain,
    numberFormat: plain.numberFormat ?? usualFormat(column, measures),
    look: {
      ...reportLooks.tableCell,
      align: alignment(column.type),
      // Numbers do not touch the text of the next column.
      indent: 1,
      ...(column.type === 'BOOLEAN' && { numberFormat: BOOLEANS }),
    },
  };
}

/** LibreOffice shows booleans without a format as numbers in some rows. */
const BOOLEANS = '"TRUE";"TRUE";"FALSE"';

/** Numbers are compared digit by digit; everything else is read from the left. */
function alignment(type: ColumnType): 'left' | 'right' {
  return isNumber(type) ? 'right' : 'left';
}

/** Undefined for numbers that need more decimals than a reader compares: each is shown with its own. */
function usualFormat({ name, type }: ExportColumn, measures: NumberMeasures | undefined): string | undefined {
  if (!isNumber(type)) return undefined;
  const decimals = /,(\d+)\)$/.exec(type)?.[1] ?? (type === 'DOUBLE' ? measures?.decimals : 0);
  if (decimals === null || decimals === undefined) return undefined;
  const whole = isIdentifyingName(name) ? '0' : '#,##0';
  return Number(decimals) === 0 ? whole : `${whole}.${'0'.repeat(Number(decimals))}`;
}

function reportTotals(view: RequestedView, measures: ViewMeasures, words: ReportLabels): ReportTotals[] {
  const placed = view.totals.map((total, i) => ({ ...total, value: measures.totals[i] ?? null }));
  return totalRows(placed).map(({ fn, totals }) => ({
    label: words.totals[fn],
    cells: new Map(
      totals.map(({ column, value }): [number, ReportTotal] => {
        const numberFormat = totalFormat(fn, view, column, measures.numbers.get(column));
        return [column, { formula: formulaOf(fn, view.columns[column]), value, numberFormat }];
      }),
    ),
  }));
}

/** Undefined for the format of the column. An average of whole numbers has a decimal. */
function totalFormat(
  fn: TotalFunction,
  view: RequestedView,
  index: number,
  measures: NumberMeasures | undefined,
): string | undefined {
  if (fn === 'count') return '#,##0';
  const column = view.columns[index];
  const isWhole = column?.type === 'BIGINT' || column?.type === 'INTEGER' || measures?.decimals === 0;
  const hasOwnFormat =
    column?.numberFormat !== undefined ||
    view.annotations?.some(
      (one) => one.rowId === null && one.column === index && one.style.number_format !== undefined,
    );
  return fn === 'avg' && isWhole && !hasOwnFormat ? '#,##0.0' : undefined;
}

/** COUNT counts numbers alone, dates among them. */
function formulaOf(fn: TotalFunction, column: ExportColumn | undefined): ReportTotal['formula'] {
  switch (fn) {
    case 'sum':
      return 'SUM';
    case 'avg':
      return 'AVERAGE';
    case 'min':
      return 'MIN';
    case 'max':
      return 'MAX';
    case 'count':
      return column && /^(?:VARCHAR|JSON|BOOLEAN)$/.test(column.type) ? 'COUNTA' : 'COUNT';
  }
}
