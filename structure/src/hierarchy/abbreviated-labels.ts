import type { CellGrid } from '../cell-grid.js';
import type { RowLabel } from './row-label.js';

/** Rounded parts may differ from their whole by this share of it. */
const roundingShare = 0.01;

/**
 * Where the first row with figures is not in capitals, or one that is can be no whole of the rows up to the next, others in
 * capitals have abbreviations for names too, and head nothing.
 */
export function withoutAbbreviations(
  grid: CellGrid,
  labels: readonly RowLabel[],
  columns: readonly number[],
): readonly RowLabel[] {
  const isItem = ({ hasNumbers, total }: RowLabel) => hasNumbers && total === 'none';
  const items = labels.filter(isItem);
  if (items[0]?.isInCapitals && !items.some((_, at) => isAbbreviated(grid, items, at, columns)))
    return labels;
  return labels.map((label) =>
    label.isInCapitals && isItem(label) ? { ...label, emphasis: label.emphasis - 1 } : label,
  );
}

/** Whether the figures of a label in capitals are neither the sum of those below, or more than it, nor between them. */
function isAbbreviated(
  grid: CellGrid,
  items: readonly RowLabel[],
  at: number,
  columns: readonly number[],
): boolean {
  const head = items[at] as RowLabel;
  const isLike = ({ column, indent }: RowLabel) => column === head.column && indent === head.indent;
  const next = items.findIndex((item, other) => other > at && (item.isInCapitals || !isLike(item)));
  const below = items.slice(at + 1, next < 0 ? items.length : next);
  if (!head.isInCapitals || below.length < 2) return false;
  const compared = columns.filter((column) => !Number.isNaN(grid.number(head.row, column)));
  const fits = (column: number) => {
    const whole = grid.number(head.row, column);
    const parts = below.map(({ row }) => grid.number(row, column)).filter((part) => !Number.isNaN(part));
    const [least, most] = [Math.min(...parts), Math.max(...parts)];
    const sum = parts.reduce((all, part) => all + part, 0);
    const isSum = Math.abs(whole - sum) <= Math.abs(sum) * roundingShare || (least >= 0 && whole >= sum);
    return isSum || (least <= whole && whole <= most);
  };
  return 2 * compared.filter(fits).length < compared.length;
}
