/** What the sheets of one file may hold. Real files stay far below; what goes beyond is refused, not tried. */
export const gridLimits = {
  cells: 20_000_000,
  /** Slots between the first and last cell of each column, filled or not. */
  slots: 60_000_000,
  rows: 1_048_576,
  columns: 16_384,
} as const;
