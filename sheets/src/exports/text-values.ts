export { textWidth } from '../core/text-width.js';
export { withoutDecimalNoise } from '../spreadsheet/decimal-noise.js';
export {
  type DateOrder,
  dateReader,
  instantReader,
  rivalOrders,
  settledOrders,
  timeReader,
  timestampReader,
} from '../spreadsheet/text-dates.js';
export { booleanReader, type TextReader } from '../spreadsheet/text-values.js';
