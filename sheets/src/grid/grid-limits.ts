/** Limits for the sheets of one file. Real files stay far below; a file beyond them is refused, not tried. */
export const gridLimits = {
  cells: 20_000_000,
  /** Slots between the first and last cell of each column, filled or not. */
  slots: 60_000_000,
  /** Slots of a file whatever it holds, and more for each of its cells: a few cells must not cost as much as millions. */
  slotsOfAny: 8_000_000,
  slotsPerCell: 100,
  rows: 1_048_576,
  columns: 16_384,
} as const;
