import { placeOf } from '@workbook-data-service/sheets/addresses';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { type BalanceLine, balanceLine } from './balance-lines.js';
import { MAX_LABELLED_ROWS, numberAt, rowLabels } from './labelled-rows.js';

interface UnbalancedColumn {
  /** The cell of all assets. */
  place: number;
  /** What liabilities and equity make together. */
  others: number;
}

/** Columns of a balance sheet whose assets are not liabilities and equity; none where a line is there twice. */
export function unbalancedColumns(sheet: Sheet): UnbalancedColumn[] {
  if (sheet.rowCount > MAX_LABELLED_ROWS) return [];
  const rows = new Map<BalanceLine, number>();
  for (const { row, text } of rowLabels(sheet)) {
    const line = balanceLine(text);
    if (line && rows.has(line)) return [];
    if (line) rows.set(line, row);
  }
  const assets = rows.get('assets');
  const sides = [rows.get('both')].filter((row) => row !== undefined);
  if (sides.length === 0)
    sides.push(...[rows.get('liabilities'), rows.get('equity')].filter((row) => row !== undefined));
  if (assets === undefined || sides.length < (rows.has('both') ? 1 : 2)) return [];
  return [...sheet.columns.keys()].flatMap((column) => {
    const others = sides.reduce((sum, row) => sum + numberAt(sheet, row, column), 0);
    const difference = Math.abs(numberAt(sheet, assets, column) - others);
    // Each of the lines may be rounded.
    return difference > (sides.length + 1) / 2 ? [{ place: placeOf(assets, column), others }] : [];
  });
}
