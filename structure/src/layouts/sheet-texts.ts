import { CellKind } from '@workbook-data-service/sheets/grid';
import type { SheetSpec } from '../parse-spec.js';
import type { SheetCells } from '../sheet-cells.js';
import { hashOf, labelKey, longestLabel } from './label-key.js';

/** A header farther down is found where structuring sees one. */
const rowsLookedAt = 60;
const maxTexts = 3000;

/** Where the texts of a sheet are that may be labels, by their hashes. */
export type LabelPlaces = ReadonlyMap<number, readonly { row: number; column: number }[]>;

/** The texts at the top of a sheet, and those in the headers and forms that were found in it. */
export function labelPlaces(cells: SheetCells, found: SheetSpec): LabelPlaces {
  const places = new Map<number, { row: number; column: number }[]>();
  const { usedRange } = found;
  if (!usedRange) return places;
  const rows = new Set<number>();
  for (let row = usedRange.top; row < Math.min(usedRange.bottom + 1, usedRange.top + rowsLookedAt); row++)
    rows.add(row);
  for (const { headerRows, layout, range } of found.regions) {
    for (const row of headerRows) rows.add(row);
    if (layout === 'form') for (let row = range.top; row <= range.bottom; row++) rows.add(row);
  }
  let left = maxTexts;
  for (const row of rows) {
    for (let column = usedRange.left; column <= usedRange.right && left > 0; column++) {
      if (cells.isBlank(row, column) || !isLabel(cells, row, column)) continue;
      const text = cells.text(row, column);
      if (text.length > longestLabel) continue;
      left--;
      const key = labelKey(text);
      if (!/\p{L}/u.test(key)) continue;
      const hash = hashOf(key);
      const known = places.get(hash);
      if (known) known.push({ row, column });
      else places.set(hash, [{ row, column }]);
    }
  }
  return places;
}

const isLabel = (cells: SheetCells, row: number, column: number) => {
  const kind = cells.column(column).kind(row);
  return kind === CellKind.text || kind === CellKind.date;
};
