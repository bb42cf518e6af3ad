const MB = 2 ** 20;

/** What a file may ask of us. Real files stay far below; what goes beyond is refused, not tried. */
export const limits = {
  zipEntries: 10_000,
  /** V8 cannot hold a longer string, and the office formats are read through strings. */
  inflatedEntryBytes: 500 * MB,
  inflatedTotalBytes: 1024 * MB,
  /** Worksheet XML rarely shrinks more than 50 times; only large entries are judged by it. */
  compressionRatio: 200,
  ratioJudgedFromBytes: 16 * MB,
  textBytes: 500 * MB,
  cells: 20_000_000,
  textCells: 60_000_000,
  /** Slots between the first and last cell of each column, filled or not. */
  slots: 60_000_000,
  rows: 1_048_576,
  columns: 16_384,
} as const;
