import { type Pattern, patternKey } from './aggregation.js';
import { chooseFindings } from './choose-findings.js';
import type { Finding } from './evidence.js';
import { NAMED, weigh } from './evidence.js';
import { nestedSums } from './nested-sums.js';
import type { NumberTable } from './number-table.js';
import { Proposals } from './proposals.js';
import { proposePairs } from './propose-pairs.js';
import { proposeRanges } from './propose-ranges.js';
import { proposeStrides } from './propose-strides.js';
import { looksLikeShare } from './shares.js';
import { viewsWithout } from './views.js';

/** Totals of totals of totals are rare. */
const MAX_ROUNDS = 5;
const MAX_FIELDS_PASSED_OVER = 2;
/** The most numbers to examine in a round of weighing. */
const MAX_NUMBERS_WEIGHED = 1_500_000;

interface Search {
  /** Records known to be ratios, which no total sums. */
  ratioRecords: ReadonlySet<number>;
  sumsOnly: boolean;
  /** The most steps for one pass over the records; counted, so that a slow machine finds the same. */
  maxSteps: number;
}

/** Searches again without what was found: only then is a grand total next to its subtotals. */
export function searchPatterns(table: NumberTable, { ratioRecords, sumsOnly, maxSteps }: Search): Finding[] {
  const found = new Map<string, Finding>();
  const leastSurprise = new Map<string, number>();
  const looked = new Set<string>();
  const flat = new Set<Finding>();
  const shares = new Set(table.numericFields.filter((field) => looksLikeShare(table, field)));
  let chosen: Finding[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    // Totals right beside their parts first: what remains shows the parts of more distant ones.
    const plainOnly = round === 0;
    const proposals = new Proposals(table, maxSteps);
    const before = looked.size;
    for (const each of viewsWithout(table.numericFields, chosen, shares)) {
      const view = { ...each, sumsOnly: sumsOnly || each.sumsOnly };
      const key = `${plainOnly} ${view.fields}`;
      if (looked.has(key)) continue;
      looked.add(key);
      proposeRanges(table, view, proposals, plainOnly ? 0 : MAX_FIELDS_PASSED_OVER);
      if (plainOnly) continue;
      proposeStrides(table, view.fields, proposals);
      proposePairs(table, view, proposals);
    }
    if (looked.size === before) break;
    let weighed = 0;
    for (const pattern of proposals.promising(NAMED)) {
      if (weighed > MAX_NUMBERS_WEIGHED) break;
      const key = patternKey(pattern);
      if ((leastSurprise.get(key) ?? Number.POSITIVE_INFINITY) <= pattern.surprise) continue;
      leastSurprise.set(key, pattern.surprise);
      weighed += numbersIn(table, pattern);
      const finding = weigh(table, pattern, ratioRecords);
      if (finding) found.set(key, finding);
    }
    chosen = chooseFindings(found.values(), flat);
    for (const { flat: items, nested } of nestedSums(chosen)) {
      const finding = weigh(table, nested, ratioRecords);
      if (!finding || finding.records.length < items.records.length) continue;
      found.set(patternKey(nested), finding);
      flat.add(items);
    }
    if (flat.size > 0) chosen = chooseFindings(found.values(), flat);
  }
  return chosen;
}

const numbersIn = ({ recordCount }: NumberTable, { parts }: Pattern) => recordCount * (parts.length + 1);
