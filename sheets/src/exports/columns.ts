export type { ColumnCells, MadeCells, StoredCells } from '../spreadsheet/column-cells.js';
export {
  type ColumnData,
  emptyData,
  type SharedTexts,
  type TypedData,
  valueWriter,
} from '../spreadsheet/column-data.js';
export { columnNames } from '../spreadsheet/column-names.js';
export { columnNumberFormat } from '../spreadsheet/column-number-format.js';
export { findHeader } from '../spreadsheet/find-header.js';
export { headingText } from '../spreadsheet/heading-text.js';
export { inferColumn } from '../spreadsheet/infer-column.js';
export { type JsonCell, jsonCell } from '../spreadsheet/json-cell.js';
export { ColumnReader } from '../spreadsheet/read-cell.js';
export { textColumn } from '../spreadsheet/text-column.js';
