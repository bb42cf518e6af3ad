import { say } from '@workbook-data-service/contract/messages';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier } from '../../../core/sql-text.js';
import { namesKey, namesSequence } from '../column-vocabulary.js';
import { finding } from '../finding.js';
import type { ReviewContext } from '../review-context.js';
import type { Finding, TableRule } from '../review-rule.js';
import type { ReviewedColumn, ReviewedTable } from '../reviewed-table.js';
import { daysBetween, periodColumns } from './dates.js';

const MIN_NUMBERS = 20;
const MIN_PERIODS = 8;
/** Where more is missing, there is no sequence. */
const MAX_MISSING = 0.05;
const MAX_GAPS = 20;

export const sequenceGaps: TableRule = {
  id: 'sequence-gaps',
  group: 'completeness',
  severity: 'info',
  of: 'table',
  title: 'Numbers left out of a sequence',
  looksAt:
    'Columns named as numbers or ids whose whole numbers, or digits after a common prefix, are unique and fill 95 % or more of ' +
    'the range from the first to the last.',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const column of table.columns) {
      if (column.filled < MIN_NUMBERS || !(namesKey(column.name) || namesSequence(column.name))) continue;
      const number = sequenceNumber(column);
      if (!number || (await context.countDistinct(table, column)) !== column.filled) continue;
      findings.push(...(await gaps(context, table, column, number)));
    }
    return findings;
  },
};

/** SQL of the number within a sequence; undefined if the column has none. */
function sequenceNumber(column: ReviewedColumn): string | undefined {
  const name = identifier(column.name);
  if (column.kind === 'number') {
    const { least = 0, greatest = 0, wholes, filled } = column;
    const range = greatest - least + 1;
    if (wholes !== filled || range === filled || range * (1 - MAX_MISSING) > filled) return undefined;
    return `cast(${name} as bigint)`;
  }
  if (column.kind !== 'text') return undefined;
  const parts = (column.sample ?? []).map((text) => /^([^0-9]*)(\d{1,15})$/.exec(text));
  const prefixes = new Set(parts.map((part) => part?.[1]));
  if (parts.some((part) => !part) || prefixes.size !== 1) return undefined;
  return `try_cast(regexp_extract(${name}, '[0-9]{1,15}$') as bigint)`;
}

async function gaps(
  context: ReviewContext,
  table: ReviewedTable,
  column: ReviewedColumn,
  number: string,
): Promise<Finding[]> {
  const sql = `select count(n) as numbers, max(n) - min(n) + 1 as "range" from (select ${number} as n from ${identifier(table.name)})`;
  const [answer] = await context.rows<{ numbers: number; range: number }>([table], sql, 1);
  const { numbers = 0, range = 0 } = answer ?? {};
  const missing = range - numbers;
  if (numbers < column.filled || missing <= 0 || missing > range * MAX_MISSING) return [];
  const found = await finding(context, sequenceGaps, {
    table,
    column,
    query: `select n + 1 as first_missing, upcoming - 1 as last_missing, upcoming - n - 1 as missing
from (select ${number} as n, lead(${number}) over (order by ${number}) as upcoming from ${identifier(table.name)})
where upcoming - n > 1`,
    orderBy: 'first_missing',
    message: ({ rowCount, rows: [row = {}] }) =>
      say('found-sequence-gaps', {
        column: column.name,
        missing,
        gaps: rowCount,
        from: Number(row.first_missing),
        to: Number(row.last_missing),
      }),
    fix: say('mend-sequence-gaps'),
  });
  return found.filter(({ rowCount }) => rowCount <= MAX_GAPS);
}

/** How series of dates step, the longest first. */
const steps = ['month', 'week', 'day'] as const;

export const dateGaps: TableRule = {
  id: 'date-gaps',
  group: 'completeness',
  severity: 'warning',
  of: 'table',
  title: 'A day, week or month left out of a series',
  looksAt:
    'Date columns with eight or more different dates that fall on every day, week or month of their range but for at most 5 %; ' +
    'weekends and holidays are not missed.',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const column of table.columns) {
      const { kind, distinct, days = [], type } = column;
      const [first, , , , last] = days;
      if (kind !== 'moment' || type !== 'DATE' || !first || !last || distinct < MIN_PERIODS) continue;
      const span = daysBetween(first, last) + 1;
      const step = steps.find((one) => isSeries(one, distinct, span));
      if (step) findings.push(...(await missingPeriods(context, table, column, step)));
    }
    return findings;
  },
};

/** The number of distinct dates is an estimate. */
function isSeries(step: (typeof steps)[number], distinct: number, span: number): boolean {
  const most = { month: span / 30.4 + 1, week: span / 7 + 1, day: span }[step];
  return distinct <= most * 1.05 && distinct >= most * 0.85;
}

async function missingPeriods(
  context: ReviewContext,
  table: ReviewedTable,
  column: ReviewedColumn,
  step: (typeof steps)[number],
): Promise<Finding[]> {
  const name = identifier(column.name);
  const steps = `date_diff('${step}', day, upcoming)`;
  const series = `select day, lead(day) over (order by day) as upcoming
  from (select distinct ${step === 'month' ? `date_trunc('month', ${name})` : name} as day from ${identifier(table.name)} where ${name} is not null)`;
  const [answer] = await context.rows<{ present: number; span: number; regular: number }>(
    [table],
    `select count(*) + 1 as present, sum(${steps}) + 1 as span, count_if(${steps} = 1${step === 'week' ? ' and upcoming - day = 7' : ''}) as regular
from (${series}) where upcoming is not null`,
    1,
  );
  const { present = 0, span = 0, regular = 0 } = answer ?? {};
  const missing = span - present;
  // At most every tenth step is another than the usual.
  if (missing <= 0 || missing > span * MAX_MISSING || regular < (present - 1) * 0.9) return [];
  return await finding(context, dateGaps, {
    table,
    column,
    severity: missing <= 3 ? 'warning' : 'info',
    query: `select day as last_before, upcoming as first_after, ${steps} - 1 as missing
from (${series}) where ${steps} > 1`,
    orderBy: 'last_before',
    message: ({ rows: [row = {}] }) =>
      say('found-date-gaps', {
        column: column.name,
        step,
        first: String(column.days?.[0]),
        last: String(column.days?.[4]),
        missing,
        before: String(row.last_before),
        after: String(row.first_after),
      }),
    fix: say('mend-date-gaps', { step }),
  });
}

/** What periods must not overlap within: the whole table, or a column that names what they belong to. */
const MAX_OWNERS = 4;

export const overlappingPeriods: TableRule = {
  id: 'overlapping-periods',
  group: 'validity',
  severity: 'warning',
  of: 'table',
  title: 'Periods that overlap',
  looksAt:
    'Start and end columns whose periods, within one id, code or name, follow each other without overlap in 95 % or more of ' +
    '20 or more steps.',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const [start, end] of periodColumns(table)) {
      const owners = table.columns
        .filter(
          ({ kind, filled, distinct }) =>
            (kind === 'text' || kind === 'number') &&
            filled === table.rowCount &&
            distinct <= filled * 0.7 &&
            distinct > 1,
        )
        .filter(({ name, kind }) => kind === 'text' || namesKey(name))
        .slice(0, MAX_OWNERS);
      for (const owner of [undefined, ...owners]) {
        const found = await overlaps(context, table, start, end, owner);
        findings.push(...found);
        if (found.length > 0) break;
      }
    }
    return findings;
  },
};

async function overlaps(
  context: ReviewContext,
  table: ReviewedTable,
  start: ReviewedColumn,
  end: ReviewedColumn,
  owner: ReviewedColumn | undefined,
): Promise<Finding[]> {
  const [from, to, id] = [start.name, end.name, ROW_ID].map(identifier);
  const by = owner ? `partition by ${identifier(owner.name)} ` : '';
  const shown = owner ? `${identifier(owner.name)}, ` : '';
  const body = `select ${id}, ${shown}${from}, ${to}, lag(${to}) over (${by}order by ${from}, ${id}) as end_before
  from ${identifier(table.name)} where ${from} is not null and ${to} is not null`;
  const [answer] = await context.rows<{ steps: number; overlaps: number }>(
    [table],
    `select count(end_before) as steps, count_if(${from} < end_before) as overlaps from (${body})`,
    1,
  );
  const { steps: followed = 0, overlaps: many = 0 } = answer ?? {};
  if (many === 0 || followed < MIN_NUMBERS || many > followed * MAX_MISSING) return [];
  return await finding(context, overlappingPeriods, {
    table,
    column: start,
    subject: `${end.id} ${owner?.id}`,
    query: `select * from (${body}) where ${from} < end_before`,
    message: ({ rowCount, rows: [row = {}] }) =>
      say('found-overlapping-periods', {
        table: table.name,
        rows: rowCount,
        owner: owner?.name ?? null,
        started: String(row[start.name]),
        ended: String(row.end_before),
      }),
    fix: say('mend-overlapping-periods'),
  });
}
