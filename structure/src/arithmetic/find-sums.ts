import type { Finding } from './evidence.js';
import type { NumberTable } from './number-table.js';
import type { ComputedLine } from './operation.js';
import { searchPatterns } from './search-patterns.js';
import { stackTotals } from './stack-totals.js';

/** How much a search may take. */
export interface Effort {
  /** Trying every range of lines takes quadratic time; in a larger table only stacked totals are found. */
  mostWork: number;
  /** Sums hold in most records, so that a few records show them. */
  mostSteps: number;
}

/** While a sheet is studied, a longer search would be noticeable. */
export const quick: Effort = { mostWork: 60_000, mostSteps: 20_000 };
/** Where the totals of a table are checked, once. */
export const thorough: Effort = { mostWork: 500_000, mostSteps: 60_000 };

/** The lines that are sums of others beyond coincidence, whatever their names. Lines are fields of the table. */
export function findSums(table: NumberTable, { mostWork, mostSteps }: Effort): ComputedLine[] {
  const { length } = table.numericFields;
  const isSmall = length * length * table.recordCount <= mostWork;
  const found = isSmall
    ? searchPatterns(table, { ratioRecords: new Set(), sumsOnly: true, mostSteps })
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
