export {
  CellRefused,
  type Cells,
  type CellValue,
  castCell,
  castStoredCell,
  presentCell,
} from '../core/cell-values.js';
export { type ColumnType, parseColumnType, ROW_ID } from '../core/column-types.js';
export { isNestedTooDeeply } from '../core/json-depth.js';
export { sayOfValue } from '../core/value-messages.js';
