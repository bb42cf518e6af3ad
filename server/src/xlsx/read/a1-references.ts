import { columnIndex } from '../../core/column-letters.js';
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

const cornerPattern = /^(?:\$?([a-z]{1,3}))?(?:\$?(\d{1,9}))?$/i;

function parseCorner(text: string): Corner | null {
  const match = cornerPattern.exec(text);
  if (!match || text === '') return null;
  const [, letters, digits] = match;
  if (digits !== undefined && Number(digits) === 0) return null;
  return {
    row: digits === undefined ? null : Number(digits) - 1,
    column: letters === undefined ? null : columnIndex(letters),
  };
}

function inOrder(one: number, other: number, count: number): [number, number] | null {
  const low = Math.min(one, other);
  return low < count ? [low, Math.min(Math.max(one, other), count - 1)] : null;
}
