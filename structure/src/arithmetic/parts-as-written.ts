import type { Finding } from './evidence.js';
import type { NumberTable } from './number-table.js';

/** Two parts are picked individually, as those of a ratio always are. */
const FEWEST_PARTS_OF_A_RANGE = 3;

/**
 * The fields that a person would have put into the formula: a contiguous range includes labelled but empty
 * fields inside it, and excludes entirely blank spacers.
 */
export function partsAsWritten(table: NumberTable, { pattern, records }: Finding): number[] {
  const hasNumbers = (field: number) => records.some((record) => !Number.isNaN(table.value(record, field)));
  const parts = pattern.parts.filter((part) => table.isAwaiting(part) || hasNumbers(part));
  if (parts.length < FEWEST_PARTS_OF_A_RANGE) return parts;
  const known = new Set(parts);
  const numeric = new Set(table.numericFields);
  const mayHaveNumbers = (field: number) =>
    table.label(field) !== '' && (table.direction === 'down' || numeric.has(field));
  const range: number[] = [];
  for (let field = parts[0] ?? 0; field <= (parts.at(-1) ?? -1); field++) {
    if (known.has(field) || (mayHaveNumbers(field) && !hasNumbers(field))) range.push(field);
    else if (field === pattern.target || hasNumbers(field)) return parts;
  }
  return range;
}
