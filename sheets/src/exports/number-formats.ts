export { isNumberFormat } from '../core/number-format.js';
export { formatNumber, withQuotedLetters } from '../formula/format-number.js';
export { type FormatKind, formatKind } from '../grid/format-kind.js';
