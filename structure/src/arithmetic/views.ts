import type { Finding } from './evidence.js';

/** Fields to treat as if they were adjacent. */
export interface View {
  fields: readonly number[];
  /** In bits, the evidence against sums arranged this way. */
  surprise: number;
  /** Whether ratios of these fields were looked for in another view. */
  sumsOnly: boolean;
}

const SURPRISE_OF_SKIPPING_SUBTOTALS = 10;

/**
 * Views without what was found: ratios between counts, items below subtotals, subtotals between items. And without
 * `shares`, which no total of counts adds, whatever they are shares of.
 */
export function viewsWithout(
  fields: readonly number[],
  found: readonly Finding[],
  shares: ReadonlySet<number>,
): View[] {
  const addedUp = new Set<number>();
  const computed = new Set<number>();
  const ratios = new Set<number>();
  for (const { pattern } of found) {
    computed.add(pattern.target);
    if (pattern.operator === 'Sum') for (const part of pattern.parts) addedUp.add(part);
    else ratios.add(pattern.target);
  }
  const noRatios = fields.filter((field) => !ratios.has(field));
  const totals = noRatios.filter((field) => !addedUp.has(field));
  const isCount = (field: number) => !shares.has(field);
  return [
    { fields: noRatios, surprise: 0, sumsOnly: false },
    { fields: totals, surprise: 0, sumsOnly: false },
    { fields: noRatios.filter(isCount), surprise: 0, sumsOnly: true },
    { fields: totals.filter(isCount), surprise: 0, sumsOnly: true },
    {
      fields: fields.filter((field) => !computed.has(field)),
      surprise: SURPRISE_OF_SKIPPING_SUBTOTALS,
      sumsOnly: false,
    },
  ];
}
