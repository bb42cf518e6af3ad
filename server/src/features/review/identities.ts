import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier } from '../../core/sql-text.js';
import { finding } from './finding.js';
import type { ReviewContext } from './review-context.js';
import type { Finding, ReviewRule } from './review-rule.js';
import type { ReviewedColumn, ReviewedTable } from './reviewed-table.js';

const MIN_ROWS = 10;
/** An identity that holds less often is not one of this table. */
const HOLDS = 0.9;
/** Where it holds more often, the exceptions are mistakes. */
export const CERTAIN = 0.98;

/** A column without fractions takes none. */
export const asStated = (column: ReviewedColumn, computed: string) =>
  column.wholes === column.filled ? `round(${computed})` : `round(cast(${computed} as double), 6)`;

interface Identity {
  /** What the row says, and what follows from its other cells. */
  stated: ReviewedColumn;
  computed: string;
  /** How much rounding explains. */
  tolerance: string;
  columns: readonly ReviewedColumn[];
  minRows?: number;
  /** In what share of the rows it holds, if it is one of this table. */
  holds?: number;
  /** Says that it does not hold. */
  message: (found: { rows: number; others: number }) => Message;
}

/** Rows in which a figure is not what follows from the others, of a table where it nearly always is. */
export async function exceptions(
  context: ReviewContext,
  rule: ReviewRule,
  table: ReviewedTable,
  { stated, computed, tolerance, columns, minRows = MIN_ROWS, holds = HOLDS, message }: Identity,
): Promise<Finding[]> {
  const from = identifier(table.name);
  const all = [...columns, stated];
  const complete = all.map(({ name }) => `${identifier(name)} is not null`).join(' and ');
  const differs = `abs(${identifier(stated.name)} - (${computed})) > ${tolerance}`;
  const counts = `select count(*) as n, count_if(${differs}) as odd from ${from} where ${complete}`;
  const [{ n, odd } = { n: 0, odd: 0 }] = await context.rows<{ n: number; odd: number }>([table], counts, 1);
  if (n < minRows || odd === 0 || n - odd < n * holds) return [];
  const shown = [ROW_ID, ...all.map(({ name }) => name)].map(identifier).join(', ');
  return await finding(context, rule, {
    table,
    column: stated,
    severity: n - odd >= n * CERTAIN ? 'error' : 'warning',
    query: `select ${shown}, ${computed} as expected from ${from} where ${complete} and ${differs}`,
    message: ({ rowCount }) => message({ rows: rowCount, others: n - odd }),
    fix: say('mend-row'),
    mend: { set: stated, to: asStated(stated, computed) },
  });
}
