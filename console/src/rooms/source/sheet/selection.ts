import { type CellRange, overlap } from '../cells.js';

/** By key, how many rows and columns further. */
export const steps: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-20, 0],
  PageDown: [20, 0],
};

export const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));

export const rangeBetween = (
  a: { row: number; column: number },
  b: { row: number; column: number },
): CellRange => ({
  top: Math.min(a.row, b.row),
  left: Math.min(a.column, b.column),
  bottom: Math.max(a.row, b.row),
  right: Math.max(a.column, b.column),
});

/** The corner of a selection across from where it began. */
export const oppositeOf = (
  { top, left, bottom, right }: CellRange,
  { row, column }: { row: number; column: number },
) => ({
  row: row === top ? bottom : top,
  column: column === left ? right : left,
});

/** A merged cell is selected whole. */
export function withMerges(range: CellRange, merges: readonly CellRange[]): CellRange {
  const cut = merges.filter((merge) => overlap(merge, range));
  return {
    top: Math.min(range.top, ...cut.map(({ top }) => top)),
    left: Math.min(range.left, ...cut.map(({ left }) => left)),
    bottom: Math.max(range.bottom, ...cut.map(({ bottom }) => bottom)),
    right: Math.max(range.right, ...cut.map(({ right }) => right)),
  };
}
