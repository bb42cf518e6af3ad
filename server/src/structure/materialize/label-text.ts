import { columnOfPlace, rowOfPlace, type SheetCells } from '../sheet-cells.js';

/** A label without the spaces and dots that indent it, or the dots or colon that lead on from it. */
export function labelText(cells: SheetCells, place: number): string | null {
  if (Number.isNaN(place)) return null;
  const text = cells.text(rowOfPlace(place), columnOfPlace(place));
  return text
    .replace(/^[\s.…・]+(?=\S)/, '')
    .replace(/[\s.…]*(?:\.{3,}|…+)\s*$/, '')
    .replace(/(?<=\S)\s*[:：]\s*$/, '')
    .trim();
}
