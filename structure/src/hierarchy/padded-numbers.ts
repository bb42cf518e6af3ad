import type { CellGrid } from '../cell-grid.js';
import { widthOf } from './label-width.js';
import type { RowLabel } from './row-label.js';

/** Fewer numbers may end at the same place by chance. */
const minAligned = 3;

/** `  5 - 9` above ` 10 - 14`: blanks that only align numbers at their last digit do not indent the shorter ones. */
export function alignNumbers(grid: CellGrid, labels: readonly RowLabel[]): void {
  const aligned = new Map<string, { label: RowLabel; digits: number }[]>();
  for (const label of labels) {
    const [, number, next] = /^\s*([\d０-９]+)\s*(.?)/u.exec(grid.text(label.row, label.column)) ?? [];
    if (number === undefined) continue;
    const end = `${label.column} ${label.indent + widthOf(number)} ${next}`;
    const numbers = aligned.get(end) ?? [];
    numbers.push({ label, digits: number.length });
    aligned.set(end, numbers);
  }
  for (const numbers of aligned.values()) {
    const lengths = [...new Set(numbers.map(({ digits }) => digits))].sort((a, b) => a - b);
    // Months below their year may end where it does, but lack two digits.
    const isPadded = lengths.length > 1 && lengths.every((length, at) => length === (lengths[0] ?? 0) + at);
    if (!isPadded || numbers.length < minAligned) continue;
    const indent = numbers.reduce(
      (least, { label }) => Math.min(least, label.indent),
      Number.POSITIVE_INFINITY,
    );
    for (const { label } of numbers) label.indent = indent;
  }
}
