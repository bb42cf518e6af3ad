import { CellKind } from '../grid/grid.js';
import type { ColumnReader } from '../spreadsheet/read-cell.js';
import type { Dialect } from '../spreadsheet/spreadsheet-file.js';

/** What parts the decimals of a column's numbers; where it is unclear, numbers with commas stay text. */
export type DecimalSign = 'point' | 'comma' | 'unclear';

/** One number, with a currency or unit before or behind it. */
const oneNumber = /^[^\d.,]{0,6}\d[\d.,]*[^\d.,]{0,8}$/;
/** `1.234,50`; `12,5 %` and `980,00 €`, which are no lists of numbers as `12,5` may be. */
const decimalComma = /\d\.\d{3},\d|\d,(?:\d{1,2}|\d{4,})\s*[%€]|€\s*\d+,\d{1,2}$/;
const plainDecimalComma = /\d,(?:\d{1,2}|\d{4,})(?!\d)/;
/** `1,234.50`, `12.5`. */
const decimalPoint = /\d,\d{3}\.\d|\d\.(?:\d{1,2}|\d{4,})(?!\d)/;
const commaNotation = /^([^\d.,]*)(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d+))?([^\d.,]*)$/;

/**
 * The decimal sign that the numbers of a sheet column show. With semicolons between the cells of a csv file,
 * a comma is likely one.
 */
export function decimalSignOf(cells: ColumnReader, dialect: Dialect | null): DecimalSign {
  const hasSemicolons = dialect?.delimiter === ';';
  const { firstRow, kinds } = cells.column ?? { firstRow: 0, kinds: [] };
  let showsComma = false;
  for (let row = firstRow; row < firstRow + kinds.length; row++) {
    if (cells.kind(row) !== CellKind.text) continue;
    const text = cells.text(row).trim();
    if (!/[.,]/.test(text) || !oneNumber.test(text)) continue;
    if (decimalPoint.test(text)) return hasSemicolons ? 'unclear' : 'point';
    showsComma ||= decimalComma.test(text) || (hasSemicolons && plainDecimalComma.test(text));
  }
  if (showsComma) return 'comma';
  return hasSemicolons ? 'unclear' : 'point';
}

/** `1.234,50 €` as `1234.50 €`; undefined for what is no number with a decimal comma. */
export function withDecimalPoint(text: string): string | undefined {
  const [, before = '', whole = '', decimals, behind = ''] = commaNotation.exec(text) ?? [];
  if (whole === '') return undefined;
  return `${before}${whole.replaceAll('.', '')}${decimals ? `.${decimals}` : ''}${behind}`;
}
