const MB = 2 ** 20;

/** What a file may ask of us. Real files stay far below; what goes beyond is refused, not tried. */
export const limits = {
  zipEntries: 10_000,
  inflatedEntryBytes: 2048 * MB,
  inflatedTotalBytes: 3072 * MB,
  /** Worksheet XML rarely shrinks more than 50 times; only large entries are judged by it. */
  compressionRatio: 200,
  ratioJudgedFromBytes: 16 * MB,
  /** One tag, or the text between two tags. */
  tokenBytes: 64 * MB,
  /** A part that is no sheet and no string table. */
  smallPartBytes: 64 * MB,
  cells: 20_000_000,
  /** Slots between the first and last cell of each column, filled or not. */
  slots: 60_000_000,
  rows: 1_048_576,
  columns: 16_384,
} as const;
