import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { CellGrid } from '../../cell-grid.js';
import { isFrameText } from '../../frame-text.js';
import type { SheetRegion } from '../../regions/region.js';
import { placeOf } from '../../sheet-cells.js';

/**
 * Joins a line right above a table to its header where it heads groups of the columns: its cells are merged over
 * several of them each, or the names below recur and need it to be told apart.
 */
export function adoptGroupLabels(grid: CellGrid, regions: readonly SheetRegion[]): SheetRegion[] {
  const ends = new Map(grid.merges.map(({ top, left, right }) => [placeOf(top, left), right]));
  const lines = new Map<number, SheetRegion[]>();
  for (const line of regions.filter(isLine))
    lines.set(line.range.bottom, [...(lines.get(line.range.bottom) ?? []), line]);
  const adopted = new Set<SheetRegion>();
  const tables = regions.map((table) => {
    const row = table.range.top - 1;
    const above = (lines.get(row) ?? []).filter((line) => isLineOver(line, table));
    if (above.length === 0 || table.roles[row + 1] !== 'header') return table;
    // Beside a heading at the left, a single label is the heading of the columns on the right.
    const atLeft = (lines.get(row) ?? []).filter((line) => isLineAtLeft(line, table));
    if (atLeft.length > 0 && above.length === 1) return table;
    if (!headsGroups(grid, ends, row, table.range)) return table;
    for (const region of [...atLeft, ...above]) adopted.add(region);
    const roles = table.roles.map((role, at) => (at === row ? 'header' : role));
    return { ...table, range: { ...table.range, top: row }, roles };
  });
  return tables.filter((_, at) => !adopted.has(regions[at] as SheetRegion));
}

const isLine = ({ kind, range }: SheetRegion) => kind === 'title' && range.top === range.bottom;

const isLineOver = (line: SheetRegion, table: SheetRegion) =>
  table.kind === 'data' && line.range.left > table.range.left && line.range.right <= table.range.right;

const isLineAtLeft = (line: SheetRegion, table: SheetRegion) =>
  table.kind === 'data' && line.range.left <= table.range.left && line.range.right >= table.range.left;

function headsGroups(
  grid: CellGrid,
  ends: ReadonlyMap<number, number>,
  row: number,
  { left, right }: CellRange,
): boolean {
  const labels: number[] = [];
  const names: string[] = [];
  for (let column = left; column <= right; column++) {
    if (!grid.isEmpty(row, column)) labels.push(column);
    if (labels.length > 0 && !grid.isEmpty(row + 1, column)) names.push(grid.text(row + 1, column));
  }
  if (labels.some((column) => isFrameText(grid.text(row, column)))) return false;
  const isOverSeveral = (column: number) => (ends.get(placeOf(row, column)) ?? column) > column;
  if (labels.every(isOverSeveral)) return true;
  const isOverName = (column: number) => !grid.isEmpty(row + 1, column);
  return labels.length > 1 && labels.every(isOverName) && new Set(names).size <= names.length / 2;
}
