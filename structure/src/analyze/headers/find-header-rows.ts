import type { CellGrid } from '../../cell-grid.js';
import type { LineRole } from '../../lines/line-role.js';
import type { SheetRegion } from '../../regions/region.js';
import { beginOfHeader } from './begin-of-header.js';
import { endOfHeader, maxRows } from './end-of-header.js';
import { TableTop } from './table-top.js';

/** The first rows of a table, by what they are. */
export interface HeaderRows {
  /** Lines that stand over the header and are no part of it. */
  above: number[];
  header: number[];
  /** The first rows below it that lines alone would take for more of it. */
  body: number[];
}

/**
 * Decides which of a table's first rows name its columns. The roles of lines are only a first guess: they
 * were found without knowing which columns belong to the table.
 */
export function findHeaderRows(grid: CellGrid, { range, roles }: SheetRegion): HeaderRows {
  const table = new TableTop(grid, range, maxRows);
  const guessed = guessedEnd(table, roles);
  const end = endOfHeader(table, guessed);
  const begin = beginOfHeader(table, end);
  return {
    above: table.rows.slice(0, begin),
    header: table.rows
      .slice(begin, end)
      .filter((row) => roles[row] !== 'group' || table.filled(row).length > 1 || row === table.rows[end - 1]),
    body: table.rows.slice(end, guessed),
  };
}

/** How many rows come before the first record, by the roles of lines. */
function guessedEnd({ rows }: TableTop, roles: readonly LineRole[]): number {
  const firstBody = rows.findIndex((row) => roles[row] === 'data' || roles[row] === 'derived');
  const before = firstBody < 0 ? rows : rows.slice(0, firstBody);
  return before.findLastIndex((row) => roles[row] === 'header') + 1;
}
