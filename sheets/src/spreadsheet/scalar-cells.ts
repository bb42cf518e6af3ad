import { errorCodes } from '../formula/formula-ast.js';
import { errorOf, isError, type Scalar, VALUE } from '../formula/formula-values.js';
import type { XlsxCell } from '../xlsx/write/workbook-content.js';

/** What formulas compute with, as what cells contain, and back. */
export function scalarOfCell(value: XlsxCell): Scalar {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value === null || typeof value !== 'object') return value;
  const code = errorCodes.find((one) => one === value.error);
  return code ? errorOf(code) : VALUE;
}

export function cellOfScalar(value: Scalar): XlsxCell {
  return isError(value) ? { error: value.code } : value;
}
