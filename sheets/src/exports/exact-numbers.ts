export { holdsExactNumber, integerNumeral } from '../core/cell-values.js';
export {
  decimalParts,
  ExactNumber,
  isDoubleExact,
  isKeptBySpreadsheets,
  isNumberInJson,
  SAFE_DIGITS,
} from '../core/exact-number.js';
