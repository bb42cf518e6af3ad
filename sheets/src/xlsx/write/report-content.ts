import type { WorkbookChart } from './charts/chart-content.js';
import type { BatchColumn, XlsxBatch, XlsxCell, XlsxTable } from './workbook-content.js';

/** A sheet of blocks below each other, laid out to be read and printed. */
export interface XlsxReport {
  /** The preferred name of the sheet; changed where Excel would refuse it. */
  name: string;
  /** Printed at the foot of each page, like `asOf`: when the data was read. */
  title: string;
  asOf: string;
  words: {
    noRows: string;
    firstRows(shown: number, of: number): string;
    /** The name of the sheet with the figures of charts. */
    chartFigures: string;
  };
  blocks: readonly ReportBlock[];
}

export type ReportBlock =
  /** Level 0 is the title of the whole. */
  | { kind: 'heading'; text: string; level: 0 | 1 | 2 | 3 }
  | { kind: 'text'; text: string }
  /** Tells the reader what is missing. */
  | { kind: 'note'; text: string }
  | { kind: 'spacer'; rows: number }
  | ReportPicture
  | ReportChart
  | ReportTable;

/** A PNG file, in the size in which it is shown, in pixels of 1/96 inch. */
interface ReportPicture {
  kind: 'picture';
  path: string;
  width: number;
  height: number;
  /** For readers who do not see it. */
  description: string;
}

/** A chart that stays alive: programs draw it from cells of the workbook. */
export interface ReportChart {
  kind: 'chart';
  chart: WorkbookChart;
  width: number;
  height: number;
  /** For readers who do not see it. */
  description: string;
}

export type ReportDrawing = ReportPicture | ReportChart;

export interface ReportTable extends XlsxTable {
  kind: 'table';
  title?: string | undefined;
  showHeadings: boolean;
  rowCount: number;
  batches: AsyncIterable<XlsxBatch>;
  /** Values of each column for its width, the widest numbers among them. */
  sample: () => Promise<readonly BatchColumn[]>;
  /** Rows below the data. */
  totals: readonly ReportTotals[];
}

export interface ReportTotals {
  label: string;
  /** By column. */
  cells: ReadonlyMap<number, ReportTotal>;
}

export interface ReportTotal {
  /** Null where no function of a spreadsheet gives the value. */
  formula: 'SUM' | 'AVERAGE' | 'COUNT' | 'COUNTA' | 'MIN' | 'MAX' | null;
  value: XlsxCell;
  /** In place of that of the column. */
  numberFormat: string | undefined;
}
