import type { CellRange } from '@workbook-data-service/sheets/grid';
import { type CellGrid, Kind } from '../cell-grid.js';
import { widthOf } from './columns-of-table.js';
import { headingOf, readOwnTable } from './own-table.js';

/** Columns of a list that begins anew beside itself: of fewer, the names may be those of pairs. */
const minRepeatedNames = 3;
/** Names that are numbered. */
const minCounted = 3;
/** A record or a total more may lack the fields at the right. */
const minRowsMore = 2;

/** The tables of a side that stand beside each other without a gap. */
export const cutWithoutGap = (grid: CellGrid, side: CellRange): CellRange[] =>
  cutAtNames(grid, side).flatMap((part) => cutAtHeadings(grid, part));

/**
 * Cuts where each table has a heading over its first name, and their records do not go together: those of one end well before
 * those of the other, or those of the second are counted.
 */
function cutAtHeadings(grid: CellGrid, side: CellRange): CellRange[] {
  const { top, left, right } = side;
  const columns = Array.from({ length: widthOf(side) }, (_, at) => left + at);
  const starts = columns.filter((column) => !grid.isEmpty(top, column));
  const areNamed = columns.every((column) => isNameIn(grid, top + 1, column));
  if (starts.length !== 2 || starts[0] !== left || !areNamed) return [side];
  const [start = left] = starts.slice(1);
  const parts = [
    { ...side, right: start - 1 },
    { ...side, left: start, right },
  ];
  if (parts.some((part) => widthOf(part) < 2 || headingOf(grid.part(part)) === undefined)) return [side];
  const tables = parts.map((part) => readOwnTable(grid.part(part)));
  const [one, two] = tables;
  if (!one?.hasMeasures || !two?.hasMeasures) return [side];
  const isRanking = () => countsNames(grid, { ...side, left: start, top: top + two.header + 1 });
  return Math.abs(one.lastRow - two.lastRow) >= minRowsMore || isRanking() ? parts : [side];
}

/** `1 | Ann`, `2 | Bob`, `3 | Eve`: numbers that count the names beside them, which are those of no other list. */
function countsNames(grid: CellGrid, { left, top, bottom }: CellRange): boolean {
  const names = new Set<string>();
  for (let row = top; row <= bottom && !grid.isEmpty(row, left); row++) {
    if (grid.number(row, left) !== row - top + 1 || !isNameIn(grid, row, left + 1)) return false;
    names.add(grid.text(row, left + 1));
  }
  return names.size >= minCounted && grid.number(top + names.size - 1, left) === names.size;
}

/** The lists of a side that have the same names, the first one aside; of two columns the first one too: `Home | Goals | Away | Goals`. */
function cutAtNames(grid: CellGrid, side: CellRange): CellRange[] {
  const { top, left } = side;
  const names = Array.from({ length: widthOf(side) }, (_, at) => grid.text(top, left + at).trim());
  const width = names.findIndex((_, at) => at >= 2 && names[at + 1] === names[1]);
  const isRepeated = (name: string, at: number) => at % width === 0 || name === names[at % width];
  if (width < 0 || names.length % width > 0 || new Set(names.slice(0, width)).size < width) return [side];
  if (!names.every((name, at) => isNameIn(grid, top, left + at) && isRepeated(name, at))) return [side];
  const parts = Array.from({ length: names.length / width }, (_, at) => ({
    ...side,
    left: left + at * width,
    right: left + (at + 1) * width - 1,
  }));
  const areLists = () =>
    parts.every(
      (part) => grid.text(top, part.left).trim() === names[0] && readOwnTable(grid.part(part)) !== undefined,
    );
  return width >= minRepeatedNames || areLists() ? parts : [side];
}

export const isNameIn = (grid: CellGrid, row: number, column: number) => grid.kind(row, column) === Kind.text;
