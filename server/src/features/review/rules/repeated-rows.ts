import { say } from '@workbook-data-service/contract/messages';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier } from '../../../core/sql-text.js';
import { namesKey } from '../column-vocabulary.js';
import { finding } from '../finding.js';
import type { ReviewContext } from '../review-context.js';
import type { TableRule } from '../review-rule.js';
import type { ReviewedColumn, ReviewedTable } from '../reviewed-table.js';

const MIN_ROWS = 10;
/** Where more rows than this repeat, repeating is the habit of the table. */
const MAX_SHARE = 0.05;
/** Rows that are alike in so few columns may well be of two things. */
const MIN_COLUMNS = 3;
const MAX_COLUMNS = 100;

export const duplicateRows: TableRule = {
  id: 'duplicate-rows',
  group: 'keys',
  severity: 'warning',
  of: 'table',
  title: 'The same row more than once',
  looksAt:
    'Rows whose every column is the same, in tables of three or more columns where at most 5 % of the rows repeat.',
  async find(table, context) {
    const compared = comparedColumns(table);
    if (compared.length < MIN_COLUMNS || (await hasKey(table, context))) return [];
    const names = compared.map(({ name }) => identifier(name)).join(', ');
    if ((await countKinds(context, table, names)) === table.rowCount) return [];
    return (
      await finding(context, duplicateRows, {
        table,
        query: `select ${identifier(ROW_ID)}, ${names}, count(*) over (partition by ${names}) as times
from ${identifier(table.name)} where coalesce(${compared.map(({ name }) => `cast(${identifier(name)} as varchar)`).join(', ')}) is not null
qualify times > 1`,
        orderBy: `${names}, ${identifier(ROW_ID)}`,
        message: ({ rowCount }) => say('found-duplicate-rows', { table: table.name, rows: rowCount }),
        fix: say('mend-duplicate-rows'),
        mend: { delete: 'repeats', sameIn: names },
      })
    ).filter(({ rowCount }) => rowCount <= Math.max(2, table.rowCount * MAX_SHARE));
  },
};

export const nearDuplicateRows: TableRule = {
  id: 'near-duplicate-rows',
  group: 'keys',
  severity: 'warning',
  of: 'table',
  title: 'Rows that differ only in how their texts are written',
  looksAt:
    'Rows whose columns, except the key, are the same but for case and spaces of the texts, in tables with three or more such ' +
    'columns of which at most 5 % repeat.',
  async find(table, context) {
    const unkeyed: ReviewedColumn[] = [];
    for (const column of comparedColumns(table)) {
      const isKey =
        namesKey(column.name) && (await context.countDistinct(table, column)) >= column.filled * 0.99;
      if (!isKey) unkeyed.push(column);
    }
    const texts = unkeyed.filter(({ kind }) => kind === 'text');
    if (unkeyed.length < MIN_COLUMNS || texts.length === 0) return [];
    // Rows with something in common by which they cannot be told apart are no copies.
    const telling = await Promise.all(texts.map((column) => context.countDistinct(table, column)));
    if (Math.max(...telling) < table.rowCount * 0.5) return [];
    const normal = ({ name, kind }: ReviewedColumn) =>
      kind === 'text' ? `lower(regexp_replace(${identifier(name)}, '[\\s　]+', '', 'g'))` : identifier(name);
    const forms = unkeyed.map(normal).join(', ');
    const exact = unkeyed.map(({ name }) => identifier(name)).join(', ');
    const kinds = await countKinds(context, table, forms);
    if (kinds === table.rowCount || kinds === (await countKinds(context, table, exact))) return [];
    const shown = table.columns
      .slice(0, MAX_COLUMNS)
      .map(({ name }) => identifier(name))
      .join(', ');
    return (
      await finding(context, nearDuplicateRows, {
        table,
        query: `select ${identifier(ROW_ID)}, ${shown}
from ${identifier(table.name)} where coalesce(${texts.map(({ name }) => identifier(name)).join(', ')}) is not null
qualify count(*) over (partition by ${forms}) > count(*) over (partition by ${exact})`,
        message: ({ rowCount }) => say('found-near-duplicate-rows', { table: table.name, rows: rowCount }),
        fix: say('mend-near-duplicate-rows'),
      })
    ).filter(({ rowCount }) => rowCount <= Math.max(2, table.rowCount * MAX_SHARE));
  },
};

function comparedColumns(table: ReviewedTable): ReviewedColumn[] {
  if (table.rowCount < MIN_ROWS || table.table.columns.length > MAX_COLUMNS) return [];
  return table.columns.filter(({ kind, filled }) => kind !== 'json' && filled > 0);
}

/** How many rows differ in these expressions, which costs far less than finding those that do not. */
async function countKinds(
  context: ReviewContext,
  table: ReviewedTable,
  expressions: string,
): Promise<number> {
  const sql = `select count(distinct hash(${expressions})) as kinds from ${identifier(table.name)}`;
  const [answer] = await context.rows<{ kinds: number }>([table], sql, 1);
  return answer?.kinds ?? 0;
}

/** With a unique column no two rows are the same. */
async function hasKey(table: ReviewedTable, context: ReviewContext): Promise<boolean> {
  for (const column of table.columns) {
    if (column.filled < table.rowCount || column.distinct < table.rowCount * 0.9) continue;
    if ((await context.countDistinct(table, column)) === table.rowCount) return true;
  }
  return false;
}
