import type { ComputedLine } from '../../arithmetic/operation.js';

/** A row that numbers alone show to be the sum of others. */
export const sumOfRows = (line: number, rows: readonly number[]): ComputedLine => ({
  line,
  operation: 'sum',
  parts: rows.map((row) => ({ line: row, sign: 1 })),
  across: [],
  evidence: 'numbers',
});
