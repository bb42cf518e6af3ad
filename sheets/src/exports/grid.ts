export { cellCount } from '../grid/cell-count.js';
export {
  CellKind,
  type CellRange,
  type CellStyle,
  type DefinedName,
  type Formulas,
  type GridColumn,
  plainStyle,
  type Sheet,
  type SheetTable,
  type TextIndex,
  type Texts,
  textIndexAt,
  type Visibility,
  type Workbook,
} from '../grid/grid.js';
export { gridLimits } from '../grid/grid-limits.js';
export { uncomputedRows } from '../spreadsheet/compute-results.js';
export { cellOfScalar } from '../spreadsheet/scalar-cells.js';
export { storedValue } from '../spreadsheet/stored-value.js';
