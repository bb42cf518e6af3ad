import { joinLines } from '../hierarchy/broken-labels.js';
import type { FilledKeys } from '../key-columns.js';
import { columnOfPlace, rowOfPlace, type SheetCells } from '../sheet-cells.js';

/** `.35 to 54 years`, `.85 years and over`: the dot indents, as nobody counts years from a fraction to a whole number. */
const indentedSpan =
  /^\.(?=\d+(?: ?(?:to|[-–]) ?\d+(?![\d.])| years?\b| (?:and|or) (?:over|older|more|up)\b))/;

/** A label without the spaces and dots that indent it, or the dots or colon that lead on from it; `.1-.5` is a number. */
export function labelText(cells: SheetCells, place: number): string | null {
  if (Number.isNaN(place)) return null;
  const text = cells.text(rowOfPlace(place), columnOfPlace(place));
  return text
    .replace(indentedSpan, '')
    .replace(/^(?!\.\d)[\s.…・]+(?=\S)/, '')
    .replace(/[\s.…]*(?:\.{3}|…)[\s.…]*$/, '')
    .replace(/(?<=\S)\s*[:：]\s*$/, '')
    .replace(/^(\d+)\.0$/, '$1')
    .trim();
}

/** The same for the label of a key, which may be written down its column, a character or a line in each row. */
export function keyText(cells: SheetCells, keys: FilledKeys, place: number): string | null {
  const places = keys.downwards(place);
  return places.length > 0
    ? joinLines(places.map((one) => labelText(cells, one) ?? ''))
    : labelText(cells, place);
}
