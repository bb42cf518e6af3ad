import type { Finding } from './evidence.js';
import type { NumberTable } from './number-table.js';
import { MOST_RECORDS_LOOKED_AT } from './proposals.js';
import type { Search } from './search-patterns.js';
import { searchPatterns } from './search-patterns.js';
import { stackTotals } from './stack-totals.js';

const MOST_FIELDS_SEARCHED = 1_500;
const MOST_NUMBERS_SEARCHED = 40_000;

/** By thorough search; in tables too large to try every field with every range beside it, totals only. */
export function findPatterns(table: NumberTable, search: Search): Finding[] {
  const fields = table.numericFields.length;
  const numbers = fields * Math.min(table.recordCount, MOST_RECORDS_LOOKED_AT);
  const isTooLarge = fields > MOST_FIELDS_SEARCHED || numbers > MOST_NUMBERS_SEARCHED;
  return isTooLarge ? stackTotals(table) : searchPatterns(table, search);
}
