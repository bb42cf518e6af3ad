import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { CellGrid } from '../../cell-grid.js';
import { isFrameText } from '../../frame-text.js';
import { filledCells } from '../../regions/header-evidence.js';
import type { SheetRegion } from '../../regions/region.js';
import { TableTop, type TopLabel } from './table-top.js';

/** Header rows that are looked for above one another. */
const maxRows = 4;

/**
 * Adds to a header that repeats names the lines above it that tell these apart: `Europe | Asia` over `NSA | SA | NSA | SA`,
 * though they read as titles. So do lines that repeat a name themselves: `Ann | Ann | Ann` over her parties.
 */
export function adoptNamesAbove(grid: CellGrid, regions: readonly SheetRegion[]): SheetRegion[] {
  const titles = regions.filter(({ kind, fields }) => kind === 'title' && !fields);
  let rest = [...regions];
  for (const table of regions) {
    if (table.kind !== 'data' || table.fields || table.sharedHeader) continue;
    const isOnly = !regions.some((other) => other !== table && other.kind === 'data');
    const names = namesAbove(grid, table, titles);
    if (names.length === 0 && isOnly) names.push(...cornerAbove(grid, table, titles));
    if (names.length === 0) continue;
    const top = Math.min(...names);
    const roles = table.roles.map((role, row) => (names.includes(row) ? 'header' : role));
    rest = rest
      .map((region) => (region === table ? { ...table, roles, range: { ...table.range, top } } : region))
      .flatMap((region) => (titles.includes(region) ? withoutRows(region, table.range, top) : [region]));
  }
  return rest;
}

/** The rows right above the header of a table that belong to it, from below upwards. */
function namesAbove(grid: CellGrid, { range, roles }: SheetRegion, titles: readonly SheetRegion[]): number[] {
  const header = headerRows(range, roles);
  if (header.length === 0) return [];
  const found: number[] = [];
  while (found.length < maxRows) {
    const row = (found.at(-1) ?? range.top) - 1;
    const isTitle = titles.some((title) => isWithin(title.range, range) && hasRow(title.range, row));
    if (!isTitle) return found;
    const top = new TableTop(grid, { ...range, top: row }, maxRows + header.length);
    const below = [...found.toReversed(), ...header];
    const labels = top.labels(row, below);
    if (labels.length === 0 || labels.some(({ text }) => isFrameText(text))) return found;
    const tellsApart = countNames(top, [row, ...below]) > countNames(top, below);
    if (labels.length === 1 && !(tellsApart && isName(labels, range))) return found;
    if (found.length === 0 && !tellsApart) return found;
    found.push(row);
  }
  return found;
}

/** Several words are a title: `Income statement`. */
const oneWord = /^\p{Lu}\p{L}{1,23}$/u;

/**
 * The row right above the header that has nothing but a name for the labels of the rows, which the header leaves without one:
 * `Commodity` over ` | 2005 | 2006`, below a title and a blank row.
 */
function cornerAbove(grid: CellGrid, table: SheetRegion, titles: readonly SheetRegion[]): number[] {
  const { range, roles } = table;
  const row = range.top - 1;
  const header = headerRows(range, roles);
  const isNear =
    header.length > 0 && titles.some((title) => title.range.top <= row && row <= title.range.bottom);
  const isBelowTitle =
    titles.some((title) => title.range.top < row - 1) && filledCells(grid, row - 1).length === 0;
  const [column, other] = filledCells(grid, row);
  if (!isNear || !isBelowTitle || column !== range.left || other !== undefined) return [];
  const text = grid.text(row, column).trim();
  const isName = oneWord.test(text) && !isFrameText(text);
  const first = roles.findIndex(
    (role, at) => at > (header.at(-1) ?? 0) && role !== 'empty' && role !== 'header',
  );
  const isUnnamed = header.every((one) => grid.isEmpty(one, column)) && !grid.isEmpty(first, column);
  return isName && isUnnamed ? [row] : [];
}

/** Longer texts over one column are titles that were set in the middle. */
const longestName = 16;

/** `Estimated` alone over one of two columns that are called `Available`. */
const isName = ([only]: readonly TopLabel[], { left }: CellRange) =>
  only !== undefined &&
  only.column > left &&
  only.end === only.column &&
  only.text.trim().length <= longestName;

/** How many different names some header rows give. */
function countNames(top: TableTop, rows: readonly number[]): number {
  const names = new Map<number, string>();
  for (const [at, row] of rows.entries())
    for (const { text, column, end } of top.labels(row, rows.slice(at + 1)))
      for (let over = column; over <= end; over++) names.set(over, `${names.get(over) ?? ''} ${text}`);
  const named = top.filled(rows.at(-1) ?? top.range.top);
  return new Set(named.map((column) => names.get(column))).size;
}

function headerRows({ top, bottom }: CellRange, roles: readonly string[]): number[] {
  const rows: number[] = [];
  for (let row = top; row <= bottom && (roles[row] === 'header' || roles[row] === 'empty'); row++)
    if (roles[row] === 'header') rows.push(row);
  return rows;
}

/** What is left of a title whose lowest rows went to a table. */
function withoutRows(title: SheetRegion, table: CellRange, top: number): SheetRegion[] {
  const { range } = title;
  if (!isWithin(range, table) || range.bottom < top || range.top >= table.top) return [title];
  return range.top < top ? [{ ...title, range: { ...range, bottom: top - 1 } }] : [];
}

const isWithin = (inner: CellRange, outer: CellRange) =>
  inner.left >= outer.left && inner.right <= outer.right;

const hasRow = ({ top, bottom }: CellRange, row: number) => top <= row && row <= bottom;
