import type { CellGrid } from '../cell-grid.js';
import type { LineRole } from '../lines/line-role.js';
import { isSpreadText } from '../lines/spread-text.js';
import type { RegionKind } from './region.js';
import { kindOfLine } from './region.js';

/** Consecutive lines of one kind over the whole width of a sheet. */
export interface LineBand {
  kind: RegionKind;
  top: number;
  bottom: number;
}

/** Blank rows that a table may contain between its blocks; more of them separate two tables. */
const blanksInTable = 2;
/** A line that shares this much of its cells with the first line of the table above begins another table. */
const repeatedShare = 0.6;

/** Cuts a sheet into bands from top to bottom by the roles of its lines. */
export function cutIntoBands(grid: CellGrid, roles: readonly LineRole[]): LineBand[] {
  const runs = joinThroughStrayLines(runsOfKind(grid, roles), roles);
  const tables = nameTablesWithoutBody(rejoinTables(grid, runs, roles), roles);
  return tables.flatMap((band) => cutOffTitle(grid, band, roles));
}

function runsOfKind(grid: CellGrid, roles: readonly LineRole[]): LineBand[] {
  const bands: LineBand[] = [];
  roles.forEach((role, row) => {
    const kind = kindOfLine(role);
    if (!kind) return;
    const last = bands.at(-1);
    const continues = last?.kind === kind && last.bottom === row - 1;
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
function joinThroughStrayLines(bands: readonly LineBand[], roles: readonly LineRole[]): LineBand[] {
  const joined: LineBand[] = [];
  for (let index = 0; index < bands.length; index++) {
    const band = bands[index] as LineBand;
    const last = joined.at(-1);
    const next = bands[index + 1];
    if (last && next && isStray(last, band, next) && !opensWithHeader(next, roles)) {
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
function rejoinTables(grid: CellGrid, bands: readonly LineBand[], roles: readonly LineRole[]): LineBand[] {
  const joined: LineBand[] = [];
  for (const band of bands) {
    const last = joined.at(-1);
    if (last?.kind === 'data' && band.kind === 'data' && continuesTable(grid, last, band, roles)) {
      last.bottom = band.bottom;
    } else joined.push({ ...band });
  }
  return joined;
}

function continuesTable(
  grid: CellGrid,
  table: LineBand,
  next: LineBand,
  roles: readonly LineRole[],
): boolean {
  if (next.top - table.bottom - 1 > blanksInTable) return false;
  if (!hasBody(table, roles)) return true;
  const beginsAnother = opensWithHeader(next, roles) && filledCells(grid, next.top).length > 1;
  return !beginsAnother && !repeatsHeader(grid, table, next, roles);
}

/** The column names repeated, even where they read as data, as years do. */
function repeatsHeader(grid: CellGrid, table: LineBand, next: LineBand, roles: readonly LineRole[]): boolean {
  if (filledCells(grid, next.top).length < 2) return false;
  let row = table.top;
  do {
    if (sharedCells(grid, next.top, row) >= repeatedShare) return true;
    row++;
  } while (roles[row] === 'header');
  return false;
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
 * header.
 */
function cutOffTitle(grid: CellGrid, band: LineBand, roles: readonly LineRole[]): LineBand[] {
  const { kind, top, bottom } = band;
  const isTitled =
    kind === 'data' &&
    top < bottom &&
    roles[top] === 'header' &&
    roles[top + 1] === 'header' &&
    isLoneLead(grid, top);
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

function filledCells(grid: CellGrid, row: number): number[] {
  return Array.from({ length: grid.columnCount }, (_, column) => column).filter(
    (column) => !grid.isEmpty(row, column),
  );
}

/** Share of the filled cells of a row that have the same text in another row. */
function sharedCells(grid: CellGrid, row: number, other: number): number {
  const filled = filledCells(grid, row);
  return (
    filled.filter((column) => grid.text(row, column) === grid.text(other, column)).length / filled.length
  );
}
