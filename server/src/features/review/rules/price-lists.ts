import { namesPrice } from '../column-vocabulary.js';
import type { Finding, WorkbookRule } from '../review-rule.js';
import type { ReviewedTable } from '../reviewed-table.js';
import { differing, relatedColumns } from './across-tables.js';

/** A shorter list than that of the keys which other rules relate. */
const MIN_LISTED = 3;

export const pricesUnlikeList: WorkbookRule = {
  id: 'prices-unlike-list',
  group: 'consistency',
  severity: 'warning',
  of: 'workbook',
  title: 'A price that is not that of the price list',
  looksAt:
    'The one price column of a table whose rows refer to a table with one price for each key, where 95 % or more of ten or more ' +
    'rows have the price of the list.',
  async find(context) {
    const findings: Finding[] = [];
    for (const related of await relatedColumns(context, MIN_LISTED)) {
      const [price, listed] = [priceOf(related.reference.table), priceOf(related.key.table)];
      const repeats =
        (await context.countDistinct(related.reference.table, related.reference.column)) <
        related.reference.column.filled;
      // Two lists are compared column by column, by another rule.
      if (price && listed && repeats)
        findings.push(...(await differing(context, pricesUnlikeList, related, price, listed, true)));
    }
    return findings;
  },
};

function priceOf({ columns }: ReviewedTable) {
  const prices = columns.filter(({ name, kind }) => kind === 'number' && namesPrice(name));
  return prices.length === 1 ? prices[0] : undefined;
}
