import type { Operator } from './aggregation.js';

const WORDS: Record<Operator, RegExp> = {
  Sum: /\b(sub-?)?totals?\b|\bsum\b|\ball\b|\bnet\b|\bgross\b|\bcombined\b|合計|総計|小計|総数|総額|計$|計\s/i,
  Average: /\bave?r?a?ge?s?\b|\bmean\b|平均/i,
  Division:
    /%|\bper(cent)?\b|\bpercentage\b|\bpct\b|\bratio\b|\brate\b|\bshare\b|\bmargin\b|\/|率|比|割合|当たり|あたり/i,
  RelativeChange:
    /%|\bchange\b|\bgrowth\b|\bincrease\b|\bdecrease\b|\bvar(iance)?\b|増減|伸び|前年比|増加率/i,
};

/** Whether the name of a field says that it is computed in this way. */
export function namesOperator(label: string, operator: Operator): boolean {
  return WORDS[operator].test(label.normalize('NFKC'));
}
