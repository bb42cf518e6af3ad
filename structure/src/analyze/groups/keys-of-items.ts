import { holdsCodes } from '../../key-columns.js';
import type { ColumnSpec, RegionSpec } from '../../parse-spec.js';
import type { SheetCells } from '../../sheet-cells.js';
import { hasTotalsWithin, type RegionLines } from '../region-lines.js';

/** Fewer numbers are different by chance. */
const minNumbered = 4;

/**
 * A number beside a category is a key and not a measure if it counts within each (1, 2, 3, 1, 2), as years, months and
 * numbers of items do, or if it is another one in each row and no total adds it up, as the numbers of orders.
 */
export function takeNumberedKey(cells: SheetCells, region: RegionSpec, rows: readonly number[]): void {
  const totals = region.rowRoles.derived;
  const category = region.columns[region.headerColumns - 1];
  const numbered = region.columns[region.headerColumns];
  if (!category || numbered?.role !== 'value' || numbered.type !== 'BIGINT') return;
  if (region.columns.length < region.headerColumns + 2) return;
  if (rows.some((row) => cells.isBlank(row, numbered.source))) return;
  const isAdded = totals.length === 0 || totals.some((row) => !cells.isBlank(row, numbered.source));
  const distinct = new Set(rows.map((row) => cells.text(row, numbered.source)));
  const isKey =
    countsWithin(cells, category.source, numbered.source, rows) ||
    (!isAdded && distinct.size === rows.length && rows.length >= minNumbered);
  if (!isKey) return;
  numbered.role = 'key';
  region.headerColumns++;
}

function countsWithin(
  cells: SheetCells,
  category: number,
  counter: number,
  rows: readonly number[],
): boolean {
  const starts: number[] = [];
  let above = Number.NaN;
  for (const row of rows) {
    const number = Number(cells.text(row, counter));
    if (!Number.isInteger(number)) return false;
    if (!cells.isBlank(row, category)) starts.push(number);
    else if (number !== above + 1) return false;
    above = number;
  }
  return new Set(starts).size <= Math.max(1, starts.length / 2);
}

/**
 * Where totals stand between the rows, and an item is another one in each row of its category, what stands beside it are the
 * dates and remarks of the item and no further levels.
 */
export function endKeysAtItems(
  cells: SheetCells,
  region: RegionSpec,
  lines: RegionLines,
  last: number,
): void {
  const derived = new Set(region.rowRoles.derived);
  const rows = lines.bodyRows.filter((row) => !derived.has(row));
  const beyond = datesLast(region.columns.slice(last + 1, region.headerColumns));
  // The name of an article is beside its code.
  const isNamedBeside = beyond[1]?.type === 'VARCHAR' && holdsCodes(cells, beyond[0]?.source ?? -1, rows);
  const end = last + (isNamedBeside ? 3 : 2);
  const items = beyond[end - last - 2]?.source;
  if (items === undefined || region.headerColumns <= end || !hasTotalsWithin(lines.bodyRows, derived)) return;
  const category = region.columns[last]?.source ?? -1;
  const seen = new Set<string>();
  for (const row of rows) {
    if (!cells.isBlank(row, category)) seen.clear();
    const item = cells.text(row, items).trim();
    if (item === '' || seen.has(item)) return;
    seen.add(item);
  }
  region.columns.splice(last + 1, beyond.length, ...beyond);
  for (const column of region.columns.slice(end, region.headerColumns)) column.role = 'attribute';
  region.headerColumns = end;
}

/** The day of an item may stand before it, and is not what the rows of a category are called. */
const datesLast = (columns: readonly ColumnSpec[]) => [
  ...columns.filter(({ type }) => type !== 'DATE'),
  ...columns.filter(({ type }) => type === 'DATE'),
];
