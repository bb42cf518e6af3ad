import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { CellGrid } from '../cell-grid.js';
import type { LineRole } from '../lines/line-role.js';
import { countFilled } from './columns-of-table.js';
import { hasHeader, type LineBand } from './line-bands.js';
import { fillSameColumns } from './same-columns.js';
import { splitAtEmptyColumns } from './split-columns.js';

/**
 * The parts of a band that are side by side. A few rows hardly show what a gap between their columns means; where they need the
 * header of the table above, its columns do.
 */
export function splitBand(
  grid: CellGrid,
  band: LineBand,
  above: LineBand | undefined,
  roles: readonly LineRole[],
): CellRange[] {
  const parts = splitAtEmptyColumns(grid, band);
  const areMore = isTable(above) && hasHeader(above, roles) && isTable(band) && !hasHeader(band, roles);
  if (parts.length < 2 || !areMore) return parts;
  const tables = splitAtEmptyColumns(grid, above);
  const joined: CellRange[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const isBeside = last && tables.some(({ left, right }) => left <= last.left && part.right <= right);
    if (isBeside && fillSameColumns(grid, above, band, part) && isOfRecords(grid, last, part)) {
      last.right = part.right;
      last.top = Math.min(last.top, part.top);
      last.bottom = Math.max(last.bottom, part.bottom);
    } else joined.push({ ...part });
  }
  return joined;
}

const isTable = (band: LineBand | undefined): band is LineBand => band?.kind === 'data';

/** Whether cells stand beside records throughout: a list of its own has rows where the other ends. */
function isOfRecords(grid: CellGrid, records: CellRange, part: CellRange): boolean {
  for (let row = part.top; row <= part.bottom; row++)
    if (countFilled(grid, row, part) > 0 && countFilled(grid, row, records) === 0) return false;
  return true;
}
