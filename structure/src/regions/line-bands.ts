import type { CellGrid } from '../cell-grid.js';
import type { LineRole } from '../lines/line-role.js';
import { opensWithTotal } from '../lines/line-vocabulary.js';
import { isSpreadText } from '../lines/spread-text.js';
import { filledCells, sharedCells } from './header-evidence.js';
import type { RegionKind } from './region.js';
import { kindOfLine } from './region.js';
import type { TableStarts } from './table-starts.js';

/** Consecutive lines of one kind over the whole width of a sheet. */
export interface LineBand {
  kind: RegionKind;
  top: number;
  bottom: number;
}

/** Blank rows that a table may contain between its blocks; more of them separate two tables. */
const blanksInTable = 2;
/** Blank rows that may come before the total of a table. */
const blanksBeforeTotal = 5;

/** Cuts a sheet into bands from top to bottom by the roles of its lines. */
export function cutIntoBands(grid: CellGrid, tables: TableStarts): LineBand[] {
  const { roles, starts } = tables;
  const runs = joinThroughStrayLines(runsOfKind(grid, roles, starts), roles, starts);
  const bands = nameTablesWithoutBody(rejoinTables(grid, runs, tables), roles);
  return bands.flatMap((band) => cutOffTitle(grid, band, roles));
}

function runsOfKind(grid: CellGrid, roles: readonly LineRole[], starts: ReadonlySet<number>): LineBand[] {
  const bands: LineBand[] = [];
  roles.forEach((role, row) => {
    const kind = kindOfLine(role);
    if (!kind) return;
    const last = bands.at(-1);
    const continues = last?.kind === kind && last.bottom === row - 1 && !starts.has(row);
    if (continues && (kind === 'data' || !isTextOfItsOwn(grid, row))) last.bottom = row;
    else bands.push({ kind, top: row, bottom: row });
  });
  return bands;
}

/** A merged cell is a title or a note by itself, unless it is merged with the row above too. */
function isTextOfItsOwn(grid: CellGrid, row: number): boolean {
  return isSpreadText(grid, row) && sharedCells(grid, row, row - 1) < 1;
}

/** A few lines of another kind within a block without blank rows were misclassified. */
function joinThroughStrayLines(
  bands: readonly LineBand[],
  roles: readonly LineRole[],
  starts: ReadonlySet<number>,
): LineBand[] {
  const joined: LineBand[] = [];
  const begins = (band: LineBand, next: LineBand) =>
    starts.has(band.top) || starts.has(next.top) || opensWithHeader(next, roles);
  for (let index = 0; index < bands.length; index++) {
    const band = bands[index] as LineBand;
    const last = joined.at(-1);
    const next = bands[index + 1];
    if (last && next && isStray(last, band, next) && !begins(band, next)) {
      last.bottom = next.bottom;
      index++;
    } else joined.push({ ...band });
  }
  return joined;
}

function isStray(before: LineBand, band: LineBand, after: LineBand): boolean {
  const isWithin = before.bottom === band.top - 1 && after.top === band.bottom + 1;
  const isForeign = before.kind === after.kind && band.kind !== before.kind;
  return isWithin && isForeign && lineCount(band) <= lineCount(before);
}

/** Blank rows inside a table do not end it, unless another one begins below them. */
function rejoinTables(
  grid: CellGrid,
  bands: readonly LineBand[],
  { roles, starts }: TableStarts,
): LineBand[] {
  const joined: LineBand[] = [];
  for (const band of bands) {
    const last = joined.at(-1);
    const blanks = last === undefined ? Number.POSITIVE_INFINITY : band.top - last.bottom - 1;
    const isNear = blanks <= (last && isTotalOf(grid, band, last) ? blanksBeforeTotal : blanksInTable);
    const begins =
      last !== undefined && (hasBody(last, roles) ? starts.has(band.top) : namesAll(grid, band, roles));
    if (last?.kind === 'data' && band.kind === 'data' && isNear && !begins) last.bottom = band.bottom;
    else joined.push({ ...band });
  }
  return joined;
}

/** Whether a line is named as a total and has its numbers where the last row above has some. */
function isTotalOf(grid: CellGrid, { top, bottom }: LineBand, above: LineBand): boolean {
  const [label, ...values] = filledCells(grid, top);
  const isNumber = (row: number, column: number) => !Number.isNaN(grid.number(row, column));
  return (
    top === bottom &&
    label !== undefined &&
    values.length > 0 &&
    opensWithTotal(grid.text(top, label)) &&
    values.every((column) => isNumber(top, column) && isNumber(above.bottom, column))
  );
}

/** Whether the first row names all columns of the first record, each by another name: no row above is needed. */
function namesAll(grid: CellGrid, { top, bottom }: LineBand, roles: readonly LineRole[]): boolean {
  const record = top + 1;
  if (roles[top] !== 'header' || record > bottom || !isBody(roles[record] ?? 'empty')) return false;
  const names = new Set(filledCells(grid, top).map((column) => grid.text(top, column)));
  return (
    names.size > 2 &&
    names.size === filledCells(grid, top).length &&
    filledCells(grid, record).every((column) => !grid.isEmpty(top, column))
  );
}

/**
 * Header and group lines alone are not a table: above the first table they are a title, further below a note.
 */
function nameTablesWithoutBody(bands: readonly LineBand[], roles: readonly LineRole[]): LineBand[] {
  const firstBody = roles.findIndex(isBody);
  return bands.map((band) => {
    if (band.kind !== 'data' || hasBody(band, roles)) return band;
    return { ...band, kind: firstBody < 0 || band.top < firstBody ? 'title' : 'note' };
  });
}

/**
 * A single text at the left above a header of several columns is the title of the table, not a part of its
 * header, unless it is merged down into it.
 */
function cutOffTitle(grid: CellGrid, band: LineBand, roles: readonly LineRole[]): LineBand[] {
  const { kind, top, bottom } = band;
  const isTitled =
    kind === 'data' &&
    top < bottom &&
    roles[top] === 'header' &&
    roles[top + 1] === 'header' &&
    isLoneLead(grid, top) &&
    !grid.merges.some((merge) => merge.left === 0 && merge.top === top && merge.bottom > top);
  if (!isTitled || isLoneLead(grid, top + 1)) return [band];
  return [
    { kind: 'title', top, bottom: top },
    { kind, top: top + 1, bottom },
  ];
}

function isLoneLead(grid: CellGrid, row: number): boolean {
  const [first, second] = filledCells(grid, row);
  return first === 0 && second === undefined;
}

export const hasHeader = ({ top, bottom }: LineBand, roles: readonly LineRole[]) =>
  roles.slice(top, bottom + 1).includes('header');

function isBody(role: LineRole): boolean {
  return role === 'data' || role === 'derived';
}

function hasBody({ top, bottom }: LineBand, roles: readonly LineRole[]): boolean {
  for (let row = top; row <= bottom; row++) if (isBody(roles[row] ?? 'empty')) return true;
  return false;
}

/** The name of a group may be above the header of its table. */
function opensWithHeader({ top, bottom }: LineBand, roles: readonly LineRole[]): boolean {
  for (let row = top; row <= bottom; row++) if (roles[row] !== 'group') return roles[row] === 'header';
  return false;
}

function lineCount({ top, bottom }: LineBand): number {
  return bottom - top + 1;
}
