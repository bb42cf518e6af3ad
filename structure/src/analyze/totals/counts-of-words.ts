import type { RegionSpec } from '../../parse-spec.js';
import type { SheetCells } from '../../sheet-cells.js';
import { readNumber } from '../../values/read-number.js';

/** Longer tables are lists. */
const maxRows = 500;
const maxCounts = 6;
const minRecords = 2;
/** Fewer numbers among words may be remarks. */
const minColumns = 3;
const minShare = 0.6;

/**
 * The rows below all others that have numbers where these have words: `出勤人数 | 2 | 3 | 2` below the shifts of a roster. More
 * than there are rows cannot be counted.
 */
export function countsOfWords(
  cells: SheetCells,
  { range, columns }: RegionSpec,
  rows: readonly number[],
): readonly number[] {
  if (rows.length > maxRows) return [];
  const label = columns[0]?.source ?? range.left;
  const places = columns.map(({ source }) => source).filter((column) => column !== label);
  for (let count = Math.min(maxCounts, rows.length - minRecords); count > 0; count--) {
    const counts = rows.slice(-count);
    const records = rows.slice(0, -count);
    const words = wordsIn(cells, places, records);
    const isCount = (row: number, column: number) => {
      const number = cells.isNumber(row, column) ? readNumber(cells.text(row, column)) : Number.NaN;
      return Number.isInteger(number) && number >= 0 && number <= records.length;
    };
    const areCounts = (row: number) => {
      const filled = words.filter((column) => !cells.isBlank(row, column));
      return (
        filled.length >= Math.max(minColumns, minShare * words.length) &&
        !cells.isBlank(row, label) &&
        filled.every((column) => isCount(row, column))
      );
    };
    if (counts.every(areCounts)) return counts;
  }
  return [];
}

/** The columns in which at least half of the rows have a value, and none a number. */
function wordsIn(cells: SheetCells, columns: readonly number[], rows: readonly number[]): number[] {
  return columns.filter((column) => {
    const filled = rows.filter((row) => !cells.isBlank(row, column));
    return 2 * filled.length >= rows.length && filled.every((row) => !cells.isNumber(row, column));
  });
}
