import type { TableBody } from './arithmetic/computed-lines.js';
import type { CellGrid } from './cell-grid.js';
import type { RegionSpec } from './parse-spec.js';

/** The part of a table that may be computed: its rows below the header, in the columns of its values. */
export function bodyOf(grid: CellGrid, region: RegionSpec): TableBody | undefined {
  const values = region.columns.filter(({ role }) => role === 'value' || role === 'period');
  const [left, right] = [values[0]?.source, values.at(-1)?.source];
  const headers = new Set(region.headerRows);
  let { top } = region.range;
  while (headers.has(top)) top++;
  const { bottom } = region.range;
  if (left === undefined || right === undefined || top > bottom) return undefined;
  const labels = region.columns.slice(0, Math.max(1, region.headerColumns)).map(({ source }) => source);
  const names = new Map(region.columns.map(({ source, name }) => [source, name]));
  return {
    range: { top, left, bottom, right },
    rowLabel: (row) => {
      const given = region.rowLabels?.[row];
      return given ? grid.text(given.row, given.column).trim() : labelOf(grid, region, labels, row);
    },
    columnLabel: (column) => names.get(column) ?? '',
  };
}

/** In its label columns; a total of an invoice may have its label further right. */
function labelOf(grid: CellGrid, { range }: RegionSpec, labels: readonly number[], row: number): string {
  const label = labels.map((column) => grid.text(row, column).trim()).join(' ');
  if (label.trim() !== '') return label;
  for (let column = range.left; column <= range.right; column++)
    if (!grid.isEmpty(row, column)) return grid.text(row, column).trim();
  return '';
}
