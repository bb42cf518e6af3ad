const MB = 2 ** 20;

/** Limits for an archive. Real files stay far below; a file beyond them is refused, not tried. */
export const zipLimits = {
  entries: 10_000,
  inflatedEntryBytes: 2048 * MB,
  inflatedTotalBytes: 3072 * MB,
  /** Worksheet XML rarely shrinks more than 50 times; only large entries are checked. */
  compressionRatio: 200,
  ratioJudgedFromBytes: 16 * MB,
  /** For an entry that is read whole. */
  smallEntryBytes: 64 * MB,
} as const;
