import { namingRows } from '../headers/read-header.js';
import { type RegionSpec, rowsApart } from '../parse-spec.js';
import type { SheetCells } from '../sheet-cells.js';

/** Rows of a sheet that are one: each line of a record, or of the header over it, by its place. */
export interface RowsOfOne {
  lines: readonly (number | undefined)[];
  /** Whether its row is over all lines of a record, as the upper rows of a header with more rows than a record has. */
  isOverAll?: true;
}

/** The header of a region whose records take several rows, and then its records, headings and totals. */
export function recordRowsOf(cells: SheetCells, region: RegionSpec): RowsOfOne[] {
  return [...headerOf(cells, region), ...bodyOf(cells, region)];
}

/** The last rows of a header name the lines of a record, each its own. */
function headerOf(cells: SheetCells, { range, headerRows, rowRoles, recordRows = 1 }: RegionSpec) {
  const rows = namingRows(cells, range, headerRows, rowRoles.group);
  const over = rows.splice(0, Math.max(0, rows.length - recordRows));
  return [
    ...over.map((row): RowsOfOne => ({ lines: [row], isOverAll: true })),
    ...(rows.length > 0 ? [{ lines: rows }] : []),
  ];
}

/** A record begins at a row with cells, and ends where it has all its rows or one of another role follows. */
function bodyOf(cells: SheetCells, region: RegionSpec): RowsOfOne[] {
  const { range, headerRows, rowRoles, recordRows = 1 } = region;
  const apart = new Set([...headerRows, ...rowsApart(rowRoles)]);
  const [groups, derived] = [new Set(rowRoles.group), new Set(rowRoles.derived)];
  const found: RowsOfOne[] = [];
  let open: { first: number; lines: (number | undefined)[] } | undefined;
  for (const row of cells.filledRows(range)) {
    if (apart.has(row)) {
      open = undefined;
      continue;
    }
    const isMore = open && row - open.first < recordRows && derived.has(row) === derived.has(open.first);
    if (open && isMore && !groups.has(row)) {
      open.lines[row - open.first] = row;
      continue;
    }
    const lines = [row];
    found.push({ lines });
    open = groups.has(row) ? undefined : { first: row, lines };
  }
  return found;
}
