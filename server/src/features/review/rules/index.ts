import type { ReviewRule } from '../review-rule.js';
import { lineAmounts, movingBalances, taxAmounts, unbalancedVouchers } from './accounting.js';
import { constantColumns, emptyColumns } from './constant-columns.js';
import { duplicateKey } from './duplicate-key.js';
import { untaggedPersonalData } from './personal-data.js';
import { sourceFormulaRules } from './source-formulas.js';
import { staleTables } from './stale-tables.js';
import { statedTotals } from './stated-totals.js';
import { hidingOverrides, overwrittenCells } from './undecided-conflicts.js';

/** In the order in which findings are listed. */
export const reviewRules: readonly ReviewRule[] = [
  duplicateKey,
  statedTotals,
  lineAmounts,
  taxAmounts,
  movingBalances,
  unbalancedVouchers,
  ...sourceFormulaRules,
  staleTables,
  hidingOverrides,
  overwrittenCells,
  untaggedPersonalData,
  emptyColumns,
  constantColumns,
];
