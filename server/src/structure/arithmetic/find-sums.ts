import type { Finding } from './evidence.js';
import type { NumberTable } from './number-table.js';
import type { ComputedLine } from './operation.js';
import { searchPatterns } from './search-patterns.js';
import { stackTotals } from './stack-totals.js';

/** Trying every range of lines takes quadratic time; beyond this it would be noticeable. */
const mostWork = 60_000;
/** Sums hold in most records, so that a few records show them. */
const mostSteps = 20_000;

/** The lines that are sums of others beyond coincidence, whatever their names. Lines are fields of the table. */
export function findSums(table: NumberTable): ComputedLine[] {
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
