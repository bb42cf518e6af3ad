import type { CellRange } from '@workbook-data-service/sheets/grid';
import { type CellGrid, moved } from '../cell-grid.js';
import { isFrameText } from '../frame-text.js';
import { classifyLines } from '../lines/classify-lines.js';
import { headersByMerges } from '../lines/headers-by-merges.js';
import { headersByScales } from '../lines/headers-by-scales.js';
import type { LineRole } from '../lines/line-role.js';
import { explainsMark, opensLikeNote } from '../lines/line-vocabulary.js';
import { headersByNumbers } from '../lines/numbered-columns.js';
import { splitLateSide } from './late-side.js';
import { cutIntoBands } from './line-bands.js';
import { gridWithMergesFilled } from './merged-grid.js';
import type { SheetRegion } from './region.js';
import { splitBand } from './split-band.js';
import { splitTablesBeside } from './split-columns.js';
import { findTableStarts } from './table-starts.js';

/** Its name among them. */
const minRowsOfList = 3;

/**
 * The tables of a sheet and the titles and notes around them. Every non-empty cell is in exactly one region:
 * the sheet is cut into sides that are tables by themselves, then by rows where the roles of its lines change,
 * then by columns where it is empty. Each side is a sheet of its own, so that a total or title of one is none
 * of the other.
 */
export function findRegions(source: CellGrid, lines?: readonly LineRole[]): SheetRegion[] {
  const grid = gridWithMergesFilled(source);
  const sides = splitTablesBeside(grid);
  if (sides.length > 1) return blocksOf(grid, sides).flatMap((block) => regionsWithin(source, block));
  const told = headersByScales(source, lines ?? classifyLines(source));
  const roles = headersByNumbers(source, told);
  const tables = findTableStarts(source, headersByMerges(source, roles));
  const bands = cutIntoBands(grid, tables);
  return bands.flatMap((band, at) => {
    const { kind } = band;
    const beside = splitBand(grid, band, bands[at - 1], tables.roles);
    const parts =
      kind === 'data' ? beside.flatMap((part) => splitLateSide(grid, part, tables.roles)) : beside;
    return parts.flatMap((range) => {
      const whole = { kind, range, roles: tables.roles };
      if (kind !== 'data' || parts.length === 1) return [whole];
      const isNote = isRemark(grid, range) || isLegend(grid, range);
      return isNote ? [{ ...whole, kind: 'note' as const }] : regionsWithin(source, range);
    });
  });
}

/** A text or two beside a table are no table. */
function isRemark(grid: CellGrid, { top, left, bottom, right }: CellRange): boolean {
  if (left < right || bottom - top + 1 >= minRowsOfList) return false;
  for (let row = top; row <= bottom; row++) if (!Number.isNaN(grid.number(row, left))) return false;
  return true;
}

/** `x = present` below `e = excused`, perhaps under a heading: what the marks of the table beside mean. */
function isLegend(grid: CellGrid, { top, left, bottom, right }: CellRange): boolean {
  if (left < right) return false;
  const first = bottom - top + 1 >= minRowsOfList ? top + 1 : top;
  for (let row = first; row <= bottom; row++) {
    const text = grid.text(row, left).trim();
    if (text !== '' && !explainsMark(text) && !isFrameText(text) && !opensLikeNote(text)) return false;
  }
  return true;
}

/** The sides of a sheet over its whole height, and the texts above and below that reach over several of them. */
function blocksOf(grid: CellGrid, sides: readonly CellRange[]): CellRange[] {
  const top = Math.min(...sides.map((side) => side.top));
  const bottom = Math.max(...sides.map((side) => side.bottom));
  const last = { row: grid.rowCount - 1, column: grid.columnCount - 1 };
  const reachesOver = (row: number) =>
    sides.some((side) => side.right < last.column && !grid.isEmpty(row, side.right + 1));
  let first = top;
  while (first > 0 && !reachesOver(first - 1)) first--;
  let end = bottom;
  while (end < last.row && !reachesOver(end + 1)) end++;
  const whole = { left: 0, right: last.column };
  return [
    ...(first > 0 ? [{ ...whole, top: 0, bottom: first - 1 }] : []),
    ...sides.map((_, at) => ({
      top: first,
      bottom: end,
      left: at === 0 ? 0 : (sides[at - 1]?.right ?? 0) + 1,
      right: at === sides.length - 1 ? last.column : (sides[at]?.right ?? 0),
    })),
    ...(end < last.row ? [{ ...whole, top: end + 1, bottom: last.row }] : []),
  ];
}

/** The regions of a part of a sheet, seen by itself. */
function regionsWithin(source: CellGrid, part: CellRange): SheetRegion[] {
  return findRegions(source.part(part)).map(({ kind, range, roles }) => ({
    kind,
    range: moved(range, part.top, part.left),
    roles: [...new Array<LineRole>(part.top).fill('empty'), ...roles],
  }));
}
