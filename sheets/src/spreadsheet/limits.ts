const MB = 2 ** 20;

/** Limits for files that are not read by `xlsx/`, which has its own. */
export const limits = {
  /** V8 has no longer strings, and the parser reads through strings. */
  inflatedEntryBytes: 500 * MB,
  inflatedTotalBytes: 1024 * MB,
  textBytes: 500 * MB,
  textCells: 60_000_000,
  cells: 20_000_000,
  rows: 1_048_576,
  columns: 16_384,
} as const;
