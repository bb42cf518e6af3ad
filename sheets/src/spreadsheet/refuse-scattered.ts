import { FileError, sayOfFile } from '../core/file-error.js';
import { cellCount } from '../grid/cell-count.js';
import { CellKind, type Sheet } from '../grid/grid.js';

/** Cells of a table that may all be blank but for those that give it its rows and columns. */
const CELLS_OF_ANY = 4_000_000;
/** In a larger table, one of as many cells has to be filled. */
const MAX_BLANKS = 100;

/**
 * Refuses a sheet whose table would consist of blanks: four thousand cells down a diagonal make one of sixteen million.
 * Rows and columns without any cell are no part of it, so that a stray cell far away does no harm.
 */
export function refuseScattered(sheet: Sheet): void {
  const most = Math.max(CELLS_OF_ANY, MAX_BLANKS * cellCount(sheet));
  if (sheet.rowCount * sheet.columns.length <= most) return;
  const rows = filledRowCount(sheet);
  const columns = sheet.columns.reduce((count, column) => count + (column ? 1 : 0), 0);
  if (rows * columns <= most) return;
  throw new FileError(
    'file-too-complex',
    sayOfFile('sheet-scattered', { sheet: sheet.name, cells: cellCount(sheet), rows, columns }),
    sayOfFile('fix-sheet-scattered'),
  );
}

function filledRowCount({ rowCount, columns }: Sheet): number {
  const filled = new Uint8Array(rowCount);
  let count = 0;
  for (const column of columns) {
    if (!column) continue;
    for (let slot = 0; slot < column.kinds.length; slot++) {
      const row = column.firstRow + slot;
      if (column.kinds[slot] === CellKind.empty || filled[row]) continue;
      filled[row] = 1;
      count++;
    }
  }
  return count;
}
