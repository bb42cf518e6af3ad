import { type Reading, readingOf } from '../../core/reading.js';
import type { LandedSheet } from '../../workbook/files/land-file.js';

/** How the sheets of a file were read; null where they were not structured. */
export function readingOfSheets(sheets: readonly LandedSheet[]): Reading | null {
  const read = sheets.flatMap(({ structure }) => structure ?? []);
  return read.length > 0 ? readingOf(read) : null;
}
