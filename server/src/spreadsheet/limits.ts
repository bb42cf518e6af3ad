const MB = 2 ** 20;

/** What the files that are read by other means than `xlsx/` may ask; that folder has limits of its own. */
export const limits = {
  /** V8 cannot hold a longer string, and the parser reads through strings. */
  inflatedEntryBytes: 500 * MB,
  inflatedTotalBytes: 1024 * MB,
  textBytes: 500 * MB,
  textCells: 60_000_000,
  cells: 20_000_000,
  rows: 1_048_576,
  columns: 16_384,
} as const;
