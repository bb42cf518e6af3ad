const MB = 2 ** 20;

/** What an archive may ask of us. Real files stay far below; what goes beyond is refused, not tried. */
export const zipLimits = {
  entries: 10_000,
  inflatedEntryBytes: 2048 * MB,
  inflatedTotalBytes: 3072 * MB,
  /** Worksheet XML rarely shrinks more than 50 times; only large entries are judged by it. */
  compressionRatio: 200,
  ratioJudgedFromBytes: 16 * MB,
  /** An entry that is read whole. */
  smallEntryBytes: 64 * MB,
} as const;
