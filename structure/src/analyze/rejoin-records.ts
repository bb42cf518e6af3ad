import type { CellRange } from '@workbook-data-service/sheets/grid';
import { type CellGrid, Kind } from '../cell-grid.js';
import { underlinedLook } from '../cell-look.js';
import type { LineRole } from '../lines/line-role.js';
import { filledCells } from '../regions/header-evidence.js';
import type { SheetRegion } from '../regions/region.js';
import { isInTooManyPieces } from '../sheet-size.js';
import { isMissingMark } from '../values/read-number.js';

/** Blank rows between the blocks of one table. */
const maxBlanks = 8;
/** Fewer columns are alike by chance. */
const minColumns = 3;
const minRecords = 3;
/** Records looked at: they show what the others are. */
const maxSampled = 60;
/** Of the cells of records, as a share: a number among words, or a word among numbers. */
const maxOdd = 0.2;

/**
 * Joins what is below a table to it where its rows are further records: they have values of the same kinds in the same columns,
 * and look like records and not like the header. Blank rows and columns had torn them apart, so that the first of them was
 * taken for another header.
 */
export function rejoinRecords(grid: CellGrid, regions: readonly SheetRegion[]): SheetRegion[] {
  if (isInTooManyPieces(regions.length)) return [...regions];
  let rest = regions.toSorted((a, b) => a.range.top - b.range.top);
  for (let at = 0; at < rest.length; at++) {
    const table = rest[at] as SheetRegion;
    if (!isHeaded(table)) continue;
    const block = blockBelow(rest, table);
    if (!block || !isTorn(block.parts) || !areRecords(grid, table, block)) continue;
    const parts = new Set(block.parts);
    const joined = join(grid, table, block);
    rest = rest.flatMap((region) => (region === table ? [joined] : parts.has(region) ? [] : [region]));
    at--;
  }
  return rest;
}

interface Block {
  range: CellRange;
  parts: SheetRegion[];
}

const isTable = ({ kind, fields }: SheetRegion) => kind === 'data' && fields === undefined;

const isHeaded = (region: SheetRegion) =>
  isTable(region) &&
  region.range.right - region.range.left + 1 >= minColumns &&
  region.roles[region.range.top] === 'header';

/** The regions next below a table, with all that are beside them. */
function blockBelow(regions: readonly SheetRegion[], { range }: SheetRegion): Block | undefined {
  const below = regions.filter(
    (other) =>
      other.range.top > range.bottom && other.range.left <= range.right && other.range.right >= range.left,
  );
  const parts: SheetRegion[] = [];
  let bottom = below[0]?.range.top ?? 0;
  for (const part of below) {
    if (part.range.top > bottom) break;
    parts.push(part);
    bottom = Math.max(bottom, part.range.bottom);
  }
  const [first] = parts;
  if (!first || first.range.top - range.bottom - 1 > maxBlanks) return undefined;
  const isWithin = parts.every(({ range: { left, right } }) => left >= range.left && right <= range.right);
  return isWithin ? { range: { ...range, top: first.range.top, bottom }, parts } : undefined;
}

/** Whether it is in several pieces, or has a header of its own, and no piece is a form. */
const isTorn = (parts: readonly SheetRegion[]) =>
  parts.some(isTable) &&
  parts.every(({ fields }) => fields === undefined) &&
  (parts.length > 1 || parts.some(({ range, roles }) => roles[range.top] === 'header'));

function areRecords(grid: CellGrid, table: SheetRegion, block: Block): boolean {
  const body = recordsIn(grid, table);
  const rows = rowsOf(grid, block.range).slice(0, maxSampled);
  const [first = -1] = rows;
  const filled = filledCells(grid, first, table.range);
  if (body.length < minRecords || filled.length < 2 || filled[0] !== table.range.left) return false;
  const values = new Map(rowsByColumn(grid, table.range, body));
  const header = table.roles.lastIndexOf('header', body[0]);
  const looks = new Set(
    body.flatMap((row) =>
      filledCells(grid, row, table.range).map((column) => underlinedLook(grid, row, column)),
    ),
  );
  const isLikeRecords = (column: number) =>
    looks.has(underlinedLook(grid, first, column)) &&
    underlinedLook(grid, header, column) !== underlinedLook(grid, first, column);
  if (!filled.every(isLikeRecords)) return false;
  const cells = rows.flatMap((row) => filledCells(grid, row, table.range).map((column) => ({ row, column })));
  const isOdd = ({ row, column }: { row: number; column: number }) => {
    const others = values.get(column);
    const isNumber = grid.kind(row, column) === Kind.number;
    if (!others) return grid.isEmpty(header, column);
    return (
      !isMissingMark(grid.text(row, column)) &&
      others.every((other) => (grid.kind(other, column) === Kind.number) !== isNumber)
    );
  };
  const ofFirst = cells.filter(({ row }) => row === first);
  return (
    cells.filter(isOdd).length <= maxOdd * cells.length &&
    ofFirst.filter(isOdd).length <= maxOdd * ofFirst.length
  );
}

/** The columns in which some rows have something, each with these. */
function rowsByColumn(grid: CellGrid, range: CellRange, rows: readonly number[]): [number, number[]][] {
  return columnsOf(range).flatMap((column): [number, number[]][] => {
    const filled = rows.filter((row) => !grid.isEmpty(row, column));
    return filled.length > 0 ? [[column, filled]] : [];
  });
}

const columnsOf = ({ left, right }: CellRange) =>
  Array.from({ length: right - left + 1 }, (_, at) => left + at);

function rowsOf(grid: CellGrid, range: CellRange): number[] {
  const rows: number[] = [];
  for (let row = range.top; row <= range.bottom; row++)
    if (filledCells(grid, row, range).length > 0) rows.push(row);
  return rows;
}

const recordsIn = (grid: CellGrid, { range, roles }: SheetRegion) =>
  rowsOf(grid, { ...range, bottom: Math.min(range.bottom, range.top + maxSampled) }).filter(
    (row) => roles[row] === 'data',
  );

function join(grid: CellGrid, table: SheetRegion, { range, parts }: Block): SheetRegion {
  const { left } = table.range;
  const roles = table.roles.map((role, row): LineRole => {
    if (row < range.top || row > range.bottom) return role;
    if (filledCells(grid, row, range).length === 0) return 'empty';
    const own = parts.find(
      (part) => part.range.top <= row && row <= part.range.bottom && part.range.left === left,
    );
    const known = own?.roles[row];
    return known === 'group' || known === 'derived' ? known : 'data';
  });
  return { ...table, range: { ...table.range, bottom: range.bottom }, roles };
}
