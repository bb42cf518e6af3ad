import type { CellGrid } from '../cell-grid.js';
import { Kind } from '../cell-grid.js';
import type { LineFacts } from './line-facts.js';

const linesCompared = 3;
/** Of a wider line, every second or third cell shows as much. */
const cellsCompared = 400;
/** Values of a column recur within this many lines; the name of the column does not. */
const recurrenceReach = 6;

/**
 * A header above text columns differs from them in how its cells are written and in never recurring. Returns
 * the share of text cells written like those of the same column in the lines of each direction, and the share
 * that recur there.
 */
export function shapeAgreement(grid: CellGrid, lines: readonly LineFacts[], index: number): number[] {
  return [
    ...alike(grid, lines, index, 1),
    ...alike(grid, lines, index, -1),
    recurrence(grid, lines, index, 1),
    recurrence(grid, lines, index, -1),
  ];
}

/** The share of like shapes, and the mean difference in length relative to its own. */
function alike(grid: CellGrid, lines: readonly LineFacts[], index: number, step: 1 | -1): number[] {
  const own = lines[index] as LineFacts;
  let compared = 0;
  let same = 0;
  let lengths = 0;
  for (let distance = 1; distance <= linesCompared; distance++) {
    const other = lines[index + distance * step];
    if (!other) break;
    for (let column = own.firstColumn; column <= own.lastColumn; column += strideIn(own)) {
      if (!holdsText(grid, own.row, column) || !holdsText(grid, other.row, column)) continue;
      const one = grid.text(own.row, column);
      const two = grid.text(other.row, column);
      compared++;
      if (textShape(one) === textShape(two)) same++;
      lengths += Math.abs(one.length - two.length) / (one.length + two.length);
    }
  }
  return compared ? [same / compared, lengths / compared] : [-1, -1];
}

const strideIn = ({ firstColumn, lastColumn }: LineFacts) =>
  Math.ceil((lastColumn - firstColumn + 1) / cellsCompared);

/** The share of text cells that occur again in the same column nearby. */
function recurrence(grid: CellGrid, lines: readonly LineFacts[], index: number, step: 1 | -1): number {
  const own = lines[index] as LineFacts;
  if (own.texts === 0) return -1;
  let recurring = 0;
  for (let column = own.firstColumn; column <= own.lastColumn; column++) {
    if (!holdsText(grid, own.row, column)) continue;
    const text = grid.text(own.row, column);
    for (let distance = 1; distance <= recurrenceReach; distance++) {
      const other = lines[index + distance * step];
      if (!other) break;
      if (holdsText(grid, other.row, column) && grid.text(other.row, column) === text) {
        recurring++;
        break;
      }
    }
  }
  return recurring / own.texts;
}

/** Dates and errors are text here, as in a CSV file. */
function holdsText(grid: CellGrid, row: number, column: number): boolean {
  const kind = grid.kind(row, column);
  return kind !== Kind.empty && kind !== Kind.number;
}

/** The shape of a text: its words, digits and capitals, as one number. */
function textShape(text: string): number {
  let digits = 0;
  let spaces = 0;
  let capitals = 0;
  let small = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) digits = 1;
    else if (code === 0x20) spaces++;
    else if (code >= 0x41 && code <= 0x5a) capitals++;
    else if (code >= 0x61 && code <= 0x7a) small++;
  }
  const words = spaces === 0 ? 0 : spaces < 3 ? 1 : 2;
  const letters = capitals === 0 ? 0 : small === 0 ? 1 : capitals > 1 + spaces / 2 ? 2 : 3;
  return digits * 12 + words * 4 + letters;
}
