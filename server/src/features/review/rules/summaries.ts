import { say } from '@workbook-data-service/contract/messages';
import { quotable } from '@workbook-data-service/contract/messages/words';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { nameKey } from '../../../catalog/tables.js';
import { identifier } from '../../../core/sql-text.js';
import { namesKey, namesShare, namesYear } from '../column-vocabulary.js';
import { finding } from '../finding.js';
import { asStated } from '../identities.js';
import type { ReviewContext } from '../review-context.js';
import type { Finding, WorkbookRule } from '../review-rule.js';
import type { ReviewedColumn, ReviewedTable } from '../reviewed-table.js';

const MIN_GROUPS = 3;
const MAX_GROUPS = 1000;
const MAX_PAIRS = 200;
/** Where more rows differ, the one is no summary of the other. */
const MAX_DIFFERING = 0.25;

interface Summary {
  summary: ReviewedTable;
  detail: ReviewedTable;
  /** The columns that name a group, in both tables. */
  by: readonly Pair[];
  /** The figures that are added. */
  figures: readonly Pair[];
}

/** A column of the summary and that of the detail with its name. */
type Pair = readonly [ReviewedColumn, ReviewedColumn];

export const summariesUnlikeDetail: WorkbookRule = {
  id: 'summaries-unlike-detail',
  group: 'totals',
  severity: 'error',
  of: 'workbook',
  title: 'A summary that differs from the rows it sums up',
  looksAt:
    'A table with one row for each group whose figures are the sums of another table, by columns of the same names, in 75 % or ' +
    'more of three or more groups.',
  async find(context) {
    const findings: Finding[] = [];
    for (const pair of await summaries(context))
      for (const figure of pair.figures) findings.push(...(await differing(context, pair, figure)));
    return findings;
  },
};

async function summaries(context: ReviewContext): Promise<Summary[]> {
  const found: Summary[] = [];
  for (const summary of context.tables) {
    if (summary.rowCount < MIN_GROUPS || summary.rowCount > MAX_GROUPS) continue;
    for (const detail of context.tables) {
      if (detail.rowCount < summary.rowCount * 2) continue;
      const pair = related(summary, detail);
      if (!pair || !(await isOneRowEach(context, pair))) continue;
      if (found.length === MAX_PAIRS) {
        context.skip(say('skipped-pairs'), say('why-first-compared', { shown: MAX_PAIRS }));
        return found;
      }
      found.push(pair);
    }
  }
  return found;
}

/** The detail has every column that names a row of the summary, and some of its figures. */
function related(summary: ReviewedTable, detail: ReviewedTable): Summary | undefined {
  const pairs = summary.columns.flatMap((column): Pair[] => {
    const same = detail.columns.find(
      ({ name, kind }) => nameKey(name) === nameKey(column.name) && kind === column.kind,
    );
    return same ? [[column, same]] : [];
  });
  const isFigure = ({ kind, name }: ReviewedColumn) =>
    kind === 'number' && !namesKey(name) && !namesYear(name) && !namesShare(name);
  const figures = pairs.filter(([column]) => isFigure(column));
  const by = pairs.filter(([column]) => !isFigure(column) && column.kind !== 'json');
  const named = summary.columns.filter((column) => !isFigure(column));
  return figures.length > 0 && by.length > 0 && by.length === named.length
    ? { summary, detail, by, figures }
    : undefined;
}

async function isOneRowEach(context: ReviewContext, { summary, by }: Summary): Promise<boolean> {
  const names = by.map(([{ name }]) => identifier(name)).join(', ');
  const sql = `select count(*) as n from (select distinct ${names} from ${identifier(summary.name)})`;
  const [answer] = await context.rows<{ n: number }>([summary], sql, 1);
  return answer?.n === summary.rowCount;
}

async function differing(context: ReviewContext, pair: Summary, [figure, added]: Pair): Promise<Finding[]> {
  const { summary, detail, by } = pair;
  const keys = by.map(([, { name }]) => identifier(name));
  const sums = `select ${keys.join(', ')}, sum(cast(${identifier(added.name)} as double)) as detail_sum
from ${identifier(detail.name)} group by all`;
  const joined = `from ${identifier(summary.name)} s join (${sums}) d on ${by
    .map(([here, there]) => `s.${identifier(here.name)} = d.${identifier(there.name)}`)
    .join(' and ')}`;
  const stated = `s.${identifier(figure.name)}`;
  const differs = `abs(${stated} - detail_sum) > greatest(0.01, abs(detail_sum) * 1e-6)`;
  const [answer] = await context.rows<{ groups: number; odd: number; summed: number }>(
    [summary, detail],
    `select count(*) as "groups", count_if(${differs}) as odd,
count_if(not (${differs}) and ${stated} <> 0) as summed ${joined} where ${stated} is not null`,
    1,
  );
  const { groups = 0, odd = 0, summed = 0 } = answer ?? {};
  const isSummary = groups >= MIN_GROUPS && summed >= 2 && odd <= Math.max(1, groups * MAX_DIFFERING);
  if (!isSummary || odd === 0) return [];
  const shown = [ROW_ID, ...by.map(([{ name }]) => name), figure.name].map((name) => `s.${identifier(name)}`);
  return await finding(context, summariesUnlikeDetail, {
    table: summary,
    with: [detail],
    column: figure,
    subject: detail.table.record.id,
    query: `select ${shown.join(', ')}, detail_sum ${joined} where ${differs}`,
    message: ({ rowCount, rows: [row = {}] }) =>
      say('found-summaries-unlike-detail', {
        column: figure.name,
        table: detail.name,
        rows: rowCount,
        others: groups - odd,
        group: quotable(row[by[0]?.[0].name ?? '']),
        stated: Number(row[figure.name]),
        computed: Number(row.detail_sum),
      }),
    fix: say('mend-summaries-unlike-detail', { table: detail.name }),
    mend: {
      set: figure,
      to: asStated(
        figure,
        `(select sum(cast(${identifier(added.name)} as double)) from ${identifier(detail.name)} d where ${by.map(([here, there]) => `d.${identifier(there.name)} = ${identifier(summary.name)}.${identifier(here.name)}`).join(' and ')})`,
      ),
    },
  });
}
