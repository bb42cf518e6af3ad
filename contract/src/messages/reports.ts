import type { Edge } from './edge.js';
import type { Why } from './why.js';

/** About charts, sheets and exports. */
export const reportsSentences = {
  'chart-unknown': ({ chart }: { chart: string }) => `No chart "${chart}" in this workbook.`,
  'fix-charts': (_: undefined, { operation, forPaths }: Edge) =>
    `${operation('listCharts')} lists the charts of the workbook${forPaths('; percent-encode names in the path')}.`,
  'fix-chart-config': () =>
    'Lay only marks, encodings, transforms, titles and themes over the generated specification.',
  'chart-table-deleted': ({ chart }: { chart: string }) =>
    `The table that the chart "${chart}" shows is deleted.`,
  'fix-chart-table-deleted': () => 'Delete the chart, or make it again from another table.',
  'chart-column-gone': ({ chart, table }: { chart: string; table: string }) =>
    `The chart "${chart}" shows a column that "${table}" does not have, or that you may not see.`,
  'fix-chart-column-gone': (_: undefined, { operation }: Edge) =>
    `Make the chart again with columns that ${operation('getColumns')} lists.`,
  'pdf-unset': () => 'This service cannot print: SVC_CHROMIUM is not set.',
  'fix-pdf-unset': () =>
    'Open the page with format=html and print it from the browser, or ask the operator to set SVC_CHROMIUM.',
  'csv-no-formulas': () => 'A csv file has no formulas to preserve.',
  'fix-csv-no-formulas': () => 'Use format=xlsx, or formula_mode=values.',
  'no-table-to-export': () => 'The workbook has no active table that you could export.',
  'fix-no-table-to-export': () => 'Upload a file first, or name tables.',
  'table-unknown': ({ table }: { table: string }) => `No table "${table}" in this workbook.`,
  'sheet-unknown': ({ sheet }: { sheet: string }) => `No sheet "${sheet}" in this workbook.`,
  'fix-sheets': (_: undefined, { operation, forPaths }: Edge) =>
    `${operation('listSheets')} lists the sheets of the workbook${forPaths('; percent-encode names in the path')}.`,
  'preserve-governed': () => 'A governed workbook cannot be exported into its original file.',
  'fix-preserve-governed': () => 'Export with formula_mode=values: column policies apply to that file.',
  'original-gone': () => 'The original file of these tables no longer exists.',
  'fix-preserve-tables': () =>
    'Name in tables only those of one uploaded file, or only those of none; or use formula_mode=values.',
  'block-invalid': ({ block, part, why }: { block: number; part: string } & Why) =>
    `Block ${block} is not valid: ${part} ${why}.`,
  'fix-block-table': (_: undefined, { operation }: Edge) => `${operation('listTables')} lists them.`,
  'fix-block-table-nearest': ({ nearest }: { nearest: string }, { operation }: Edge) =>
    `Did you mean ${JSON.stringify(nearest)}? ${operation('listTables')} lists them.`,
  'fix-block-chart': (_: undefined, { operation }: Edge) => `${operation('listCharts')} lists them.`,
  'fix-block-chart-nearest': ({ nearest }: { nearest: string }, { operation }: Edge) =>
    `Did you mean ${JSON.stringify(nearest)}? ${operation('listCharts')} lists them.`,
  'fix-block-column': (_: undefined, { operation }: Edge) => `${operation('getColumns')} lists them.`,
  'fix-block-column-nearest': ({ nearest }: { nearest: string }, { operation }: Edge) =>
    `Did you mean ${JSON.stringify(nearest)}? ${operation('getColumns')} lists them.`,
  'chart-config-invalid': ({ path, why }: { path: string } & Why) =>
    `The config is not accepted: ${path} ${why}.`,
  'chart-outdated': ({ field, why }: { field: string } & Why) =>
    `The chart no longer fits its table: ${field} ${why}.`,
  'tables-of-no-file': ({ tables }: { tables: string }) =>
    `No cells of an uploaded xlsx or xlsm file are known for ${tables}, but they are for others.`,
  'tables-of-files': ({ files }: { files: string }) => `The tables come from several files: ${files}.`,
  'fix-block-column-not-shown': () => 'Name it in columns too.',
  'fix-block-total-type': () =>
    'sum and avg need numbers, min and max numbers, dates or times; count takes any column.',
  'fix-block-column-repeated': () => 'Name each column once.',
  'fix-block-no-columns': () => 'Leave columns out to show every column.',
};
