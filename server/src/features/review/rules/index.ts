import type { ReviewRule } from '../review-rule.js';
import { lineAmounts, movingBalances, taxAmounts, unbalancedVouchers } from './accounting.js';
import { differsBetweenTables, orphanReferences } from './across-tables.js';
import { unbalancedSheets } from './balance-sheets.js';
import { cutDigits, datesMadeOfCodes, lostLeadingZeros } from './codes.js';
import { keyWithTwoNames, mixedUnits } from './consistency.js';
import { constantColumns, emptyColumns } from './constant-columns.js';
import { endBeforeStart, farDates, futureDates, swappedDayMonth } from './dates.js';
import { duplicateKey } from './duplicate-key.js';
import { invalidCorporateNumber, invalidEmail, invalidPhone, invalidPostalCode } from './formats.js';
import { missingPeriods } from './missing-periods.js';
import { blankRows, missingValues, placeholderValues } from './missing-values.js';
import { outliers, signFlips, unitJumps } from './numbers.js';
import { untaggedPersonalData } from './personal-data.js';
import { pricesUnlikeList } from './price-lists.js';
import { oddTaxRates, wrongGrowth } from './rates.js';
import { duplicateRows, nearDuplicateRows } from './repeated-rows.js';
import { dateGaps, overlappingPeriods, sequenceGaps } from './sequences.js';
import { sourceFormulaRules } from './source-formulas.js';
import { inconsistentSpelling, likelyTypos, mixedWidth } from './spelling.js';
import { staleTables } from './stale-tables.js';
import { statedTotals } from './stated-totals.js';
import { summariesUnlikeDetail } from './summaries.js';
import { dateAsText, mixedTypes, numberAsText } from './text-types.js';
import { rowTotals, sharesNotWhole, totalRows } from './totals.js';
import { hidingOverrides, overwrittenCells } from './undecided-conflicts.js';

/** In the order in which findings are listed. */
export const reviewRules: readonly ReviewRule[] = [
  duplicateKey,
  orphanReferences,
  duplicateRows,
  nearDuplicateRows,
  statedTotals,
  rowTotals,
  sharesNotWhole,
  summariesUnlikeDetail,
  totalRows,
  lineAmounts,
  taxAmounts,
  movingBalances,
  unbalancedVouchers,
  unbalancedSheets,
  oddTaxRates,
  wrongGrowth,
  ...sourceFormulaRules,
  staleTables,
  hidingOverrides,
  overwrittenCells,
  numberAsText,
  dateAsText,
  mixedTypes,
  mixedWidth,
  lostLeadingZeros,
  cutDigits,
  datesMadeOfCodes,
  invalidEmail,
  invalidPhone,
  invalidPostalCode,
  invalidCorporateNumber,
  futureDates,
  farDates,
  swappedDayMonth,
  endBeforeStart,
  overlappingPeriods,
  outliers,
  unitJumps,
  signFlips,
  inconsistentSpelling,
  likelyTypos,
  keyWithTwoNames,
  mixedUnits,
  differsBetweenTables,
  pricesUnlikeList,
  blankRows,
  missingValues,
  placeholderValues,
  dateGaps,
  missingPeriods,
  sequenceGaps,
  untaggedPersonalData,
  emptyColumns,
  constantColumns,
];
