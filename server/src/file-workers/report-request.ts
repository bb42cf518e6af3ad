import type { ReportBlock } from '@workbook-data-service/sheets/xlsx';
import type { ReportLabels } from '../core/report-texts.js';
import type { TotalFunction } from '../core/sheet-blocks.js';
import type { ExportSheet } from './export-sheet.js';

/** A report to write as one sheet of an xlsx workbook. */
export interface ReportRequest {
  outPath: string;
  name: string;
  title: string;
  /** When the data was read, for the reader. */
  asOf: string;
  language: ReportLabels['language'];
  blocks: RequestedBlock[];
}

export type RequestedBlock = Exclude<ReportBlock, { kind: 'table' }> | RequestedView;

/** Rows of a table, in Parquet files. */
export interface RequestedView extends ExportSheet {
  kind: 'table';
  title: string | null;
  showHeader: boolean;
  totals: RequestedTotal[];
}

export interface RequestedTotal {
  fn: TotalFunction;
  /** Index among the columns of the view. */
  column: number;
}
