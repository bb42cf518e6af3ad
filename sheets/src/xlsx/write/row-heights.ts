import { type BatchColumn, cellAt } from './workbook-content.js';
import { textRows } from './wrap-text.js';

const LINE_BREAK = 0x0a;
const LINE_POINTS = 15;
/** Excel shows no higher row. */
const HIGHEST = 409;

/** The height of rows by the texts in them: not every program fits rows to their texts when it opens a file. */
export class RowHeights {
  /** In characters, of the columns whose texts may take several lines. */
  readonly #widths = new Map<number, number>();

  wrap(column: number, width: number): void {
    this.#widths.set(column, width);
  }

  /** Undefined for a row of one line. */
  of(columns: readonly BatchColumn[], row: number): number | undefined {
    let lines = 1;
    for (const [i, column] of columns.entries())
      lines = Math.max(lines, this.#lines(column, row, this.#widths.get(i)));
    return heightOf(lines);
  }

  #lines(column: BatchColumn, row: number, width: number | undefined): number {
    if ('numbers' in column) return 1;
    if (width === undefined)
      return hasLineBreak(column, row) ? linesOf(cellAt(column, row), Number.POSITIVE_INFINITY) : 1;
    return linesOf(cellAt(column, row), width);
  }
}

/** The height of lines of the usual size, in points; undefined for one. */
export function heightOf(lines: number): number | undefined {
  return lines > 1 ? Math.min(lines * LINE_POINTS, HIGHEST) : undefined;
}

export function linesOf(value: unknown, width: number): number {
  if (typeof value !== 'string') return 1;
  const usable = fullWidth.test(value) ? width : width * LETTERS_PER_DIGIT;
  return textRows(value, usable).reduce((sum, { lines }) => sum + lines, 0);
}

/** Widths are those of digits; letters of prose are narrower on average, those of full width are not. */
const LETTERS_PER_DIGIT = 1.15;
const fullWidth = /[\u1100-\uffff]/;

/** Without decoding the text: few have one. */
function hasLineBreak(column: BatchColumn, row: number): boolean {
  if (!('utf8' in column)) {
    const value = cellAt(column, row);
    return typeof value === 'string' && value.includes('\n');
  }
  const start = column.starts[row] as number;
  const end = start + Math.max(column.lengths[row] as number, 0);
  for (let at = start; at < end; at++) if (column.utf8.getUint8(at) === LINE_BREAK) return true;
  return false;
}
