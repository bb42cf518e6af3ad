import { type ReadingSigns, readingSigns, type SeenTables, type SignName } from './reading-signs.js';
import { readingWeights } from './reading-weights.js';

/** How good a reading is, by what comes of it; only its difference from that of another reading of the sheet means anything. */
export function judgeReading(seen: SeenTables): number {
  const signs: ReadingSigns = readingSigns(seen);
  return Object.entries(readingWeights).reduce(
    (sum, [name, weight]) => sum + weight * signs[name as SignName],
    0,
  );
}
