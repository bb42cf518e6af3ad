import type { RegionSpec } from '../../core/parse-spec.js';
import type { CellGrid } from '../cell-grid.js';
import type { SheetCells } from '../sheet-cells.js';
import { TableEnd } from './table-end.js';

/** Fewer rows may be figures of different kinds. */
const leastRecords = 5;

/**
 * A last row that is called an average or a median, unlike any other: `Charter median`, `全国平均`. Nobody can tell what of, but
 * its numbers are between those of the records.
 */
export function closingAverage(
  sheet: { cells: SheetCells; grid: CellGrid },
  region: RegionSpec,
  rows: readonly number[],
): readonly number[] {
  const { cells, grid } = sheet;
  const last = rows.at(-1) ?? -1;
  const end = new TableEnd(sheet, region, rows, new Set([last]));
  const { records } = end;
  const isNamed = (row: number) => end.labelColumns.some((column) => namesAverage(cells.text(row, column)));
  if (records.length < leastRecords || !isNamed(last) || records.some(isNamed)) return [];
  const isBetween = (column: number) => {
    const number = grid.number(last, column);
    const others = records.map((row) => grid.number(row, column)).filter((other) => !Number.isNaN(other));
    return number >= Math.min(...others) && number <= Math.max(...others);
  };
  return end.numbersIn(last).every(isBetween) ? [last] : [];
}

const namesAverage = (label: string) =>
  /\b(?:average|avg\.?|mean|median)$|(?:平均|中央値)$/i.test(label.normalize('NFKC').trim());
