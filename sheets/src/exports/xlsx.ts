export { fitsCell, LONGEST_TEXT } from '../xlsx/fitting-text.js';
export type { SheetAnnotation } from '../xlsx/write/annotations.js';
export type { ChartPlaces, ChartSeries, WorkbookChart } from '../xlsx/write/charts/chart-content.js';
export type { ReportBlock, ReportTable, ReportTotal, ReportTotals } from '../xlsx/write/report-content.js';
export { reportLooks } from '../xlsx/write/report-looks.js';
export { SheetNames } from '../xlsx/write/sheet-names.js';
export {
  type BatchColumn,
  cellAt,
  lengthOf,
  type NumberMeaning,
  type TextCells,
  type XlsxBatch,
  type XlsxCell,
  type XlsxColumn,
  type XlsxSheet,
  type XlsxSummary,
} from '../xlsx/write/workbook-content.js';
