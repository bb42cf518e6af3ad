import { say } from '@workbook-data-service/contract/messages';
import { quotable } from '@workbook-data-service/contract/messages/words';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier } from '../../../core/sql-text.js';
import { namesKey, namesLine } from '../column-vocabulary.js';
import { finding } from '../finding.js';
import type { ReviewContext } from '../review-context.js';
import type { Finding, TableRule } from '../review-rule.js';
import type { ReviewedColumn, ReviewedTable } from '../reviewed-table.js';
import { placeholder } from '../text-patterns.js';

const MIN_ROWS = 20;
const MAX_NUMBER_KEYS = 3;
/** Where fewer values are unique, repeating is the habit of the column. */
const UNIQUE_SHARE = 0.97;
/** Where more are, no other explanation than a mistake is left. */
const CERTAIN_SHARE = 0.995;

export const duplicateKey: TableRule = {
  id: 'duplicate-key',
  group: 'keys',
  severity: 'error',
  of: 'table',
  title: 'A key occurs more than once',
  looksAt:
    'Columns named as a key (id, code, number, 番号, コード) in which at least 97 % of 20 or more values occur once.',
  async find(table, context) {
    if (table.columns.some(({ name }) => namesLine(name))) return [];
    const findings: Finding[] = [];
    for (const column of keysOf(table)) {
      if (await isNearlyUnique(context, table, column))
        findings.push(...(await repeats(context, table, column)));
    }
    return findings;
  },
};

/** Several columns of numbers that are named alike are figures, such as `Men Number` and `Women Number`. */
function keysOf({ columns }: ReviewedTable): ReviewedColumn[] {
  const named = columns.filter(({ name }) => namesKey(name));
  const numbers = named.filter(({ kind }) => kind === 'number');
  return numbers.length < MAX_NUMBER_KEYS ? named : named.filter(({ kind }) => kind !== 'number');
}

async function isNearlyUnique(
  context: ReviewContext,
  table: ReviewedTable,
  column: ReviewedColumn,
): Promise<boolean> {
  if (column.filled < MIN_ROWS) return false;
  if (column.kind !== 'text' && column.kind !== 'number') return false;
  const distinct = await context.countDistinct(table, column);
  return distinct < column.filled && distinct >= column.filled * UNIQUE_SHARE;
}

async function repeats(
  context: ReviewContext,
  table: ReviewedTable,
  column: ReviewedColumn,
): Promise<Finding[]> {
  const [name, from, id] = [column.name, table.name, ROW_ID].map(identifier);
  const distinct = await context.countDistinct(table, column);
  return await finding(context, duplicateKey, {
    table,
    column,
    severity: distinct >= column.filled * CERTAIN_SHARE ? 'error' : 'warning',
    query: `select ${id}, ${name}, count(*) over (partition by ${name}) as times
from ${from} where ${name} is not null${column.kind === 'text' ? ` and not ${placeholder.sql(name as string)}` : ''} qualify times > 1`,
    orderBy: `${name}, ${id}`,
    message: ({ rowCount, rows }) =>
      say('found-duplicate-key', {
        column: column.name,
        distinct,
        filled: column.filled,
        rows: rowCount,
        first: quotable(rows[0]?.[column.name]),
      }),
    fix: say('mend-duplicate-key'),
  });
}
