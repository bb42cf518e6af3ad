import type { Finding } from './evidence.js';
import type { NumberTable } from './number-table.js';
import type { ComputedLine } from './operation.js';
import { searchPatterns } from './search-patterns.js';
import { stackTotals } from './stack-totals.js';

/** How much a search may take. */
export interface Effort {
  /** Trying every range of lines takes quadratic time; in a larger table only stacked totals are found. */
  maxWork: number;
  /** Sums hold in most records, so that a few records show them. */
  maxSteps: number;
}

/** While a sheet is studied, a longer search would be noticeable. */
export const quick: Effort = { maxWork: 60_000, maxSteps: 20_000 };
/** Where the totals of a table are checked, once. */
export const thorough: Effort = { maxWork: 500_000, maxSteps: 60_000 };

/** The lines that are sums of others beyond coincidence, whatever their names. Lines are fields of the table. */
export function findSums(table: NumberTable, { maxWork, maxSteps }: Effort): ComputedLine[] {
  const { length } = table.numericFields;
  const isSmall = length * length * table.recordCount <= maxWork;
  const found = isSmall
    ? searchPatterns(table, { ratioRecords: new Set(), sumsOnly: true, maxSteps })
    : stackTotals(table);
  return found.filter(({ pattern }) => pattern.operator === 'Sum').map(lineOf);
}

function lineOf({ pattern, records }: Finding): ComputedLine {
  return {
    line: pattern.target,
    operation: 'sum',
    parts: pattern.parts.map((line) => ({ line, sign: 1 })),
    across: records,
    evidence: 'numbers',
  };
}
