/** Limits for the sheets of one file. Real files stay far below; a file beyond them is refused, not tried. */
export const gridLimits = {
  cells: 20_000_000,
  /** Slots between the first and last cell of each column, filled or not. */
  slots: 60_000_000,
  rows: 1_048_576,
  columns: 16_384,
} as const;
