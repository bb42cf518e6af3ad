import type { CellRange, Sheet, SheetTable } from '@workbook-data-service/sheets/grid';
import type { CellGrid, Kind } from '../cell-grid.js';
import type { LineRole } from '../lines/line-role.js';
import { opensLikeNote, opensWithTotal } from '../lines/line-vocabulary.js';
import type { SheetRegion } from '../regions/region.js';

/** Names that programs give to tables. */
const givenName = /^(?:tables?|tabelle|tableau|tabla|tabella|tabela|テーブル|表)[_ ]?\d*$|^table_query_/i;

/** A sheet with more of them was made by a program, and may be looked at without their help. */
const maxTables = 50;

/** The ranges that a person formatted as tables with a header: what is in them and what is not is certain. */
export function definedTables(sheet: Sheet, grid: CellGrid): SheetRegion[] {
  if (sheet.tables.length > maxTables) return [];
  return sheet.tables.flatMap((table) => {
    const range = withRowsBelow(grid, filledPart(grid, table), table);
    if (table.headerRows === 0 || range.top + table.headerRows > range.bottom) return [];
    const name = givenName.test(table.name) ? undefined : table.name;
    return [{ kind: 'data', range, roles: rolesOf(grid, { ...table, range }), name }];
  });
}

/** The range with the records that were written right below the table and look like its last one, so that it did not grow. */
function withRowsBelow(grid: CellGrid, range: CellRange, { headerRows, totalsRows }: SheetTable): CellRange {
  const { top, left, right } = range;
  const kindsIn = (row: number) => {
    const kinds: Kind[] = [];
    for (let column = Math.max(0, left - 1); column <= Math.min(right + 1, grid.columnCount - 1); column++)
      kinds.push(grid.kind(row, column));
    return String(kinds);
  };
  let { bottom } = range;
  const isRecord = bottom >= top + headerRows && totalsRows === 0 && areFilled(grid, bottom, range);
  const isNext = (row: number) =>
    row < grid.rowCount &&
    kindsIn(row) === kindsIn(range.bottom) &&
    !opensWithTotal(grid.text(row, left)) &&
    !opensLikeNote(grid.text(row, left));
  while (isRecord && isNext(bottom + 1)) bottom++;
  return { ...range, bottom };
}

function areFilled(grid: CellGrid, row: number, { left, right }: CellRange): boolean {
  for (let column = left; column <= right; column++) if (grid.isEmpty(row, column)) return false;
  return right > left;
}

/** The one such table that a region is: the same rows and header, and perhaps more columns beside it. */
export function definedAs(
  { kind, range, roles }: SheetRegion,
  tables: readonly SheetRegion[],
): SheetRegion | undefined {
  const { top, left, bottom, right } = range;
  const inside = tables.filter((table) => left <= table.range.right && table.range.left <= right);
  const [found, ...others] = inside.filter((table) => top <= table.range.bottom && table.range.top <= bottom);
  if (kind !== 'data' || !found || others.length > 0) return undefined;
  const isWhole = left <= found.range.left && right >= found.range.right;
  if (!isWhole || top !== found.range.top || bottom !== found.range.bottom) return undefined;
  for (let row = top; row <= bottom; row++)
    if ((roles[row] === 'header') !== (found.roles[row] === 'header')) return undefined;
  return found;
}

/** Without the blank rows that wait for records at its end. */
function filledPart(grid: CellGrid, { range }: SheetTable): CellRange {
  const right = Math.min(range.right, grid.columnCount - 1);
  let bottom = Math.min(range.bottom, grid.rowCount - 1);
  while (bottom > range.top && isBlankRow(grid, bottom, range.left, right)) bottom--;
  return { ...range, bottom, right };
}

function isBlankRow(grid: CellGrid, row: number, left: number, right: number): boolean {
  for (let column = left; column <= right; column++) if (!grid.isEmpty(row, column)) return false;
  return true;
}

function rolesOf(grid: CellGrid, { range, headerRows, totalsRows }: SheetTable): LineRole[] {
  return Array.from({ length: grid.rowCount }, (_, row) => {
    if (row < range.top || row > range.bottom) return 'empty';
    if (row < range.top + headerRows) return 'header';
    return row > range.bottom - totalsRows ? 'derived' : 'data';
  });
}
