import type { CellRange } from '@workbook-data-service/sheets/grid';
import type { SheetCells } from '../sheet-cells.js';

/** Columns beside each other, from the first to the last. */
export type ColumnRun = Pick<CellRange, 'left' | 'right'>;

/** Fewer are the same by chance; of three names and more, two are enough. */
const minCycles = 3;
const minLongCycles = 2;
const minNames = 2;

/**
 * The runs of columns that a row names alike: `peak | offpeak | peak | offpeak | peak | offpeak` are three runs of two, up to the
 * right edge. One of a run's columns may be without a name, other than the first and the last. None where names do not repeat.
 */
export function repeatedNames(cells: SheetCells, { left, right }: CellRange, row: number): ColumnRun[] {
  const names: string[] = [];
  for (let column = left; column <= right; column++) names.push(cells.text(row, column).trim());
  for (let width = minNames; width * minLongCycles <= names.length; width++) {
    const last = names.slice(-width);
    if (last[0] === '' || last.at(-1) === '' || new Set(last).size < width) continue;
    let start = names.length - width;
    while (start >= width && last.every((name, at) => names[start - width + at] === name)) start -= width;
    const count = (names.length - start) / width;
    const areMany = width > minNames && !last.includes('');
    if (count < (areMany ? minLongCycles : minCycles)) continue;
    return Array.from({ length: count }, (_, at) => ({
      left: left + start + at * width,
      right: left + start + (at + 1) * width - 1,
    }));
  }
  return [];
}
