import type { ReadableTable } from '../governance/governed-tables.js';

/** Rows by their ids; without a bound, from the first or to the last. */
export interface RowIdRange {
  from: number | undefined;
  before: number | undefined;
}

/** In cells. The first part is small, since the client waits for it; the largest is sorted in memory. */
const PARTS = { first: 2_000_000, growth: 4, largest: 32_000_000 };
/** Ids of derived tables are hashes below this, evenly spread; others count up. */
const HASHED_IDS = 2 ** 53;

/** Ranges that divide a table into parts of about the right size, in the order of row ids. */
export function rowIdParts({ record, rowCount, columns }: ReadableTable, sizes = PARTS): RowIdRange[] {
  const ids = record.kind === 'derived' ? HASHED_IDS : record.next_row_id;
  const cells = rowCount * (columns.length + 1);
  const bounds: number[] = [];
  let size = sizes.first;
  for (let before = size; before < cells; before += size) {
    bounds.push(Math.ceil((before / cells) * ids));
    size = Math.min(size * sizes.growth, sizes.largest);
  }
  return [...bounds, undefined].map((before, i) => ({ from: bounds[i - 1], before }));
}
