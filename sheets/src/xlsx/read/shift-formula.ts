import { columnLetters } from '../../core/column-letters.js';
import { gridLimits } from '../../grid/grid-limits.js';

/**
 * Quoted text, quoted sheet names, brackets (which may be nested once), then references: cells, whole
 * columns, whole rows; then any other word, so that no part of a name is mistaken for a reference.
 */
const token =
  /"[^"]*"|'(?:[^']|'')*'|\[(?:[^[\]]|\[[^\]]*\])*\]|(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\w(.!])|(\$?)([A-Z]{1,3}):(\$?)([A-Z]{1,3})(?![\w(.!$])|(\$?)(\d{1,7}):(\$?)(\d{1,7})(?![\w.])|[\w.\\\u0080-\uffff]+/gi;

/** A formula moved by some rows and columns: references not fixed by a `$` move along. */
export function shiftFormula(formula: string, rows: number, columns: number): string {
  if (rows === 0 && columns === 0) return formula;
  return formula.replace(token, (...found) => {
    const [
      whole,
      colFixed,
      col,
      rowFixed,
      row,
      fromColFixed,
      fromCol,
      toColFixed,
      toCol,
      fromRowFixed,
      fromRow,
      toRowFixed,
      toRow,
    ] = found as (string | undefined)[];
    if (col !== undefined) return joined(shiftColumn(colFixed, col, columns), shiftRow(rowFixed, row, rows));
    if (fromCol !== undefined)
      return joined(
        shiftColumn(fromColFixed, fromCol, columns),
        ':',
        shiftColumn(toColFixed, toCol, columns),
      );
    if (fromRow !== undefined)
      return joined(shiftRow(fromRowFixed, fromRow, rows), ':', shiftRow(toRowFixed, toRow, rows));
    return whole ?? '';
  });
}

function joined(...parts: (string | null)[]): string {
  return parts.includes(null) ? '#REF!' : parts.join('');
}

/** Null where it leaves the sheet. */
function shiftColumn(fixed: string | undefined, letters = '', by: number): string | null {
  if (fixed) return fixed + letters;
  let number = by - 1;
  let base = 0;
  for (const letter of letters.toUpperCase()) base = base * 26 + letter.charCodeAt(0) - 64;
  number += base;
  return number >= 0 && number < gridLimits.columns ? columnLetters(number) : null;
}

function shiftRow(fixed: string | undefined, digits = '', by: number): string | null {
  if (fixed) return fixed + digits;
  const row = Number(digits) + by;
  return row >= 1 && row <= gridLimits.rows ? String(row) : null;
}
