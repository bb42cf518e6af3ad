import { say } from '@workbook-data-service/contract/messages';
import { excerptOf } from '@workbook-data-service/contract/messages/words';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier, literal } from '../../../core/sql-text.js';
import { namesLevel, namesShare, namesTotal } from '../column-vocabulary.js';
import { distinctValuesIn, finding } from '../finding.js';
import { asStated } from '../identities.js';
import { selectRows } from '../review-context.js';
import type { Finding, TableRule } from '../review-rule.js';
import type { ReviewedColumn, ReviewedTable } from '../reviewed-table.js';

const MIN_ROWS = 10;
const MAX_PARTS = 60;

const totalWords = [
  ...['total', 'totals', 'grand total', 'subtotal', 'sub total', 'sub-total', 'sum'],
  ...['合計', '小計', '総計', '総合計', '計', '累計', '年計', '月計', '合　計', '小　計', '総　計'],
];

export const totalRows: TableRule = {
  id: 'total-rows',
  group: 'structure',
  severity: 'warning',
  of: 'table',
  title: 'Totals among the records',
  looksAt: 'Rows whose text is a word for a total (Total, 小計, 合計), at most 20 % of a table with numbers.',
  async find(table, context) {
    const numbers = table.columns
      .filter(({ kind, name }) => kind === 'number' && !namesLevel(name))
      .slice(0, 3);
    // Of the levels of a report, structuring has told the totals.
    if (numbers.length === 0 || table.role === 'level') return [];
    const isTotal = (text: string) => totalWords.includes(text.trim().toLowerCase());
    for (const column of table.columns) {
      if (column.kind !== 'text' || column.distinct < 3 || table.rowCount < 5) continue;
      if ((await context.shareOf(table, column, isTotal)) === 0) continue;
      const found = await finding(context, totalRows, {
        table,
        column,
        query: selectRows(
          table,
          [column, ...numbers],
          `lower(trim(${identifier(column.name)})) in (${totalWords.map(literal).join(', ')})`,
        ),
        message: (rows) => say('found-total-rows', { ...distinctValuesIn(column, rows), table: table.name }),
        fix: say('mend-total-rows'),
        mend: { delete: 'rows' },
      });
      if (found[0] && found[0].rowCount <= Math.max(1, table.rowCount * 0.2)) return found;
    }
    return [];
  },
};

export const rowTotals: TableRule = {
  id: 'row-totals',
  group: 'totals',
  severity: 'error',
  of: 'table',
  title: 'A total that is not the sum of its row',
  looksAt:
    'Columns named as totals that are the sum of the number columns before them in 90 % or more of ten or more rows.',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const total of table.columns) {
      if (total.kind !== 'number' || !namesTotal(total.name) || total.filled < MIN_ROWS) continue;
      for (const parts of partsBefore(table, total)) {
        const found = await wrongSums(table, total, parts, context);
        findings.push(...found.findings);
        if (found.isSum) break;
      }
    }
    return findings;
  },
};

/** The number columns directly before a total, up to another total or another kind, and all of them. */
function partsBefore(table: ReviewedTable, total: ReviewedColumn): ReviewedColumn[][] {
  const before = table.columns.slice(0, total.index);
  const run: ReviewedColumn[] = [];
  for (const column of before.toReversed()) {
    if (column.kind !== 'number' || namesTotal(column.name)) break;
    run.unshift(column);
  }
  const sets = [run, run.slice(1)].filter(({ length }) => length >= 2 && length <= MAX_PARTS);
  return sets;
}

async function wrongSums(
  table: ReviewedTable,
  total: ReviewedColumn,
  parts: readonly ReviewedColumn[],
  context: Parameters<TableRule['find']>[1],
): Promise<{ findings: Finding[]; isSum: boolean }> {
  const name = identifier(total.name);
  const sum = parts.map((part) => `coalesce(cast(${identifier(part.name)} as double), 0)`).join(' + ');
  // Each part may be rounded to what the total shows.
  const slack = `(${parts.length} * ${total.wholes === total.filled ? 1 : 0.01})`;
  const differs = `abs(${name} - (${sum})) > ${slack}`;
  const [answer] = await context.rows<{ rows: number; wrong: number; telling: number }>(
    [table],
    `select count(${name}) as "rows", count_if(${differs}) as wrong, count_if(not (${differs}) and ${name} <> 0 and (${sum}) <> 0 and abs(${name}) > ${slack} * 2) as telling from ${identifier(table.name)}`,
    1,
  );
  const { rows: all = 0, wrong = 0, telling = 0 } = answer ?? {};
  const isSum = telling >= Math.max(MIN_ROWS * 0.8, all * 0.5) && wrong <= all * 0.1;
  if (!isSum || wrong === 0) return { findings: [], isSum };
  const findings = await finding(context, rowTotals, {
    table,
    column: total,
    query: `select ${identifier(ROW_ID)}, ${name}, ${sum} as computed from ${identifier(table.name)} where ${differs}`,
    message: ({ rowCount, rows: [row = {}] }) =>
      say('found-row-totals', {
        column: total.name,
        parts: excerptOf(parts.map((part) => part.name)),
        others: all - wrong,
        rows: rowCount,
        stated: Number(row[total.name]),
        computed: Number(row.computed),
      }),
    fix: say('mend-row-totals'),
    mend: { set: total, to: asStated(total, sum) },
  });
  return { findings, isSum };
}

export const sharesNotWhole: TableRule = {
  id: 'shares-not-whole',
  group: 'totals',
  severity: 'warning',
  of: 'table',
  title: 'Shares that do not add up to 100 %',
  looksAt:
    'Columns named as shares (share, 構成比) of positive numbers whose sum is between 90 % and 110 % but not 100 %, by more than ' +
    'rounding explains.',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const column of table.columns) {
      const { kind, filled, negatives = 0, greatest = 0 } = column;
      if (kind !== 'number' || filled < 3 || filled > 1000 || negatives > 0 || !namesShare(column.name))
        continue;
      const name = identifier(column.name);
      const whole = greatest <= 1 ? 1 : 100;
      // Half of the last digit shown, for each of the shares.
      const step = column.wholes === filled ? 1 : whole / 1000;
      const slack = Math.max((filled * step) / 2, whole / 1000);
      findings.push(
        ...(await finding(context, sharesNotWhole, {
          table,
          column,
          query: `select sum(${name}) as "sum", count(${name}) as shares from ${identifier(table.name)}
having "sum" between ${whole * 0.9} and ${whole * 1.1} and abs("sum" - ${whole}) > ${slack}`,
          orderBy: '1',
          message: ({ rows: [row = {}] }) =>
            say('found-shares-not-whole', {
              column: column.name,
              count: filled,
              sum: Number(row.sum),
              whole,
            }),
          fix: say('mend-shares-not-whole'),
        })),
      );
    }
    return findings;
  },
};
