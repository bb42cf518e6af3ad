import type { CellRange } from '../../grid/grid.js';
import { gridLimits } from '../../grid/grid-limits.js';
import { addBounded } from './bounded-list.js';

/** `A1`, `$B$2`, `A1:C3`, `A:C` or `3:5`; null for other text and for ranges outside every sheet. */
export function parseRange(text: string): CellRange | null {
  const [first = '', second, ...more] = text.trim().split(':', 3);
  const from = parseCorner(first);
  const to = second === undefined ? from : parseCorner(second);
  if (!from || !to || more.length > 0) return null;
  if ((from.row === null) !== (to.row === null)) return null;
  if ((from.column === null) !== (to.column === null)) return null;
  const isWhole = from.row === null || from.column === null;
  if (isWhole && second === undefined) return null;
  const rows = inOrder(from.row ?? 0, to.row ?? gridLimits.rows - 1, gridLimits.rows);
  const columns = inOrder(from.column ?? 0, to.column ?? gridLimits.columns - 1, gridLimits.columns);
  if (!rows || !columns) return null;
  return { top: rows[0], left: columns[0], bottom: rows[1], right: columns[1] };
}

/** A list such as `A1:C3 E5`; invalid references are skipped. */
export function parseRanges(text: string): CellRange[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const space = text.indexOf(' ', at);
    const end = space < 0 ? text.length : space;
    if (end > at) addBounded(pieces, text.slice(at, end), 'ranges in one list');
    at = end + 1;
  }
  return pieces.map(parseRange).filter((range) => range !== null);
}

/** Null is every row, or every column. */
interface Corner {
  row: number | null;
  column: number | null;
}

const DOLLAR = 0x24;
const [UPPER_A, LOWER_A] = [0x41, 0x61];
const [MAX_LETTERS, MAX_DIGITS] = [3, 9];

/** By character: large workbooks have millions of references. */
function parseCorner(text: string): Corner | null {
  let at = text.charCodeAt(0) === DOLLAR ? 1 : 0;
  const firstLetter = at;
  let column = 0;
  for (let letter = letterAt(text, at); letter > 0; letter = letterAt(text, ++at))
    column = column * 26 + letter;
  const letters = at - firstLetter;
  if (letters > 0 && text.charCodeAt(at) === DOLLAR) at++;
  const firstDigit = at;
  let row = 0;
  for (let digit = digitAt(text, at); digit >= 0; digit = digitAt(text, ++at)) row = row * 10 + digit;
  const digits = at - firstDigit;
  const isCorner = at === text.length && letters <= MAX_LETTERS && digits <= MAX_DIGITS;
  if (!isCorner || letters + digits === 0 || (digits > 0 && row === 0)) return null;
  return { row: digits === 0 ? null : row - 1, column: letters === 0 ? null : column - 1 };
}

/** 1 to 26, or 0 where there is no letter. */
function letterAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const letter = code - (code >= LOWER_A ? LOWER_A : UPPER_A) + 1;
  return letter >= 1 && letter <= 26 ? letter : 0;
}

/** 0 to 9, or -1 where there is no digit. */
function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - 0x30;
  return digit >= 0 && digit <= 9 ? digit : -1;
}

function inOrder(one: number, other: number, count: number): [number, number] | null {
  const low = Math.min(one, other);
  return low < count ? [low, Math.min(Math.max(one, other), count - 1)] : null;
}
