import type { CellGrid } from '../cell-grid.js';
import { Kind } from '../cell-grid.js';
import type { LineFacts } from './line-facts.js';

/** How many lines above or below are examined for the content of a column. */
const linesAsked = 8;

interface ColumnCounts {
  filled: Uint8Array;
  numbers: Uint8Array;
  lines: number;
}

/** For each column, how many of the next lines in a direction fill it, and how many with a number. */
export function countColumns(
  grid: CellGrid,
  lines: readonly LineFacts[],
  index: number,
  step: 1 | -1,
): ColumnCounts {
  const filled = new Uint8Array(grid.columnCount);
  const numbers = new Uint8Array(grid.columnCount);
  let asked = 0;
  for (let at = index + step; asked < linesAsked; at += step) {
    const line = lines[at];
    if (!line) break;
    asked++;
    for (let column = line.firstColumn; column <= line.lastColumn; column++) {
      const kind = grid.kind(line.row, column);
      if (kind === Kind.empty) continue;
      filled[column] = (filled[column] as number) + 1;
      if (kind === Kind.number) numbers[column] = (numbers[column] as number) + 1;
    }
  }
  return { filled, numbers, lines: asked };
}

/** Share of the columns filled in either line in which both have the same kind of cell. */
export function likeness(grid: CellGrid, one: LineFacts, other: LineFacts): number {
  const left = Math.min(one.firstColumn, other.firstColumn);
  const right = Math.max(one.lastColumn, other.lastColumn);
  let either = 0;
  let same = 0;
  for (let column = left; column <= right; column++) {
    const kind = grid.kind(one.row, column);
    const otherKind = grid.kind(other.row, column);
    if (kind === Kind.empty && otherKind === Kind.empty) continue;
    either++;
    if (kind === otherKind) same++;
  }
  return same / either;
}
