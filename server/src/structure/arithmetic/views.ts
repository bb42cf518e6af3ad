import type { Finding } from './evidence.js';

/** Fields to treat as if they were adjacent. */
export interface View {
  fields: readonly number[];
  /** In bits, the evidence against sums arranged this way. */
  surprise: number;
}

const SURPRISE_OF_SKIPPING_SUBTOTALS = 10;

/** Views without what was found: ratios between counts, items below subtotals, subtotals between items. */
export function viewsWithout(fields: readonly number[], found: readonly Finding[]): View[] {
  const addedUp = new Set<number>();
  const computed = new Set<number>();
  const ratios = new Set<number>();
  for (const { pattern } of found) {
    computed.add(pattern.target);
    if (pattern.operator === 'Sum') for (const part of pattern.parts) addedUp.add(part);
    else ratios.add(pattern.target);
  }
  return [
    { fields: fields.filter((field) => !ratios.has(field)), surprise: 0 },
    { fields: fields.filter((field) => !addedUp.has(field) && !ratios.has(field)), surprise: 0 },
    { fields: fields.filter((field) => !computed.has(field)), surprise: SURPRISE_OF_SKIPPING_SUBTOTALS },
  ];
}
