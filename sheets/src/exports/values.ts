export {
  CellRefused,
  type Cells,
  type CellValue,
  castCell,
  castStoredCell,
  LONG_NUMBER_IN_JSON,
  presentCell,
} from '../core/cell-values.js';
export { type ColumnType, parseColumnType, ROW_ID } from '../core/column-types.js';
export { isNestedTooDeeply } from '../core/json-depth.js';
