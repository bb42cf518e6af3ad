import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { identifier, literal } from '../../../core/sql-text.js';
import { namesFuture } from '../column-vocabulary.js';
import { type ColumnValues, finding, valuesIn } from '../finding.js';
import type { Mend } from '../mends.js';
import { type ReviewContext, selectRows } from '../review-context.js';
import type { Finding, TableRule } from '../review-rule.js';
import type { ReviewedColumn, ReviewedTable } from '../reviewed-table.js';

const MIN_VALUES = 20;
const DAY_MS = 86_400_000;
/** Dates within this many days of the others are not far. */
const FAR_DAYS = 3650;
/** At most this share of a column is an exception. */
const MAX_SHARE = 0.02;

/** A column of dates with the range of almost all of them. */
interface Dates {
  column: ReviewedColumn;
  /** As an SQL date. */
  day: string;
  first: string;
  low: string;
  high: string;
  last: string;
}

function datesOf(table: ReviewedTable): Dates[] {
  return table.columns.flatMap((column) => {
    const [first, low, , high, last] = column.days ?? [];
    if (!first || !low || !high || !last || column.filled < MIN_VALUES) return [];
    return [{ column, day: `cast(${identifier(column.name)} as date)`, first, low, high, last }];
  });
}

export const futureDates: TableRule = {
  id: 'future-dates',
  group: 'validity',
  severity: 'warning',
  of: 'table',
  title: 'Dates in the future among dates of the past',
  looksAt:
    'Date columns, except those named as due or planned, of which 98 % or more lie before the day of the review.',
  async find(table, context) {
    const { today } = context;
    return await each(table, async ({ column, day, high, last }) => {
      if (last <= today || high > today || namesFuture(column.name)) return [];
      return await exceptions(context, futureDates, table, column, {
        where: `${day} > date ${literal(today)}`,
        message: (values) => say('found-future-dates', values),
        fix: say('mend-future-dates'),
      });
    });
  },
};

export const farDates: TableRule = {
  id: 'far-dates',
  group: 'validity',
  severity: 'error',
  of: 'table',
  title: 'Dates decades away from all others',
  looksAt:
    'Date columns in which a few dates, 1900-01-01 or a mistyped year among them, lie more than ten years, and ten ' +
    'times the range of the others, away from them.',
  find: (table, context) =>
    each(table, async ({ column, day, first, low, high, last }) => {
      const range = daysBetween(low, high);
      const far = Math.max(FAR_DAYS, range * 10);
      const isFarBefore = daysBetween(first, low) > far;
      const isFarAfter = daysBetween(high, last) > far;
      if (!isFarBefore && !isFarAfter) return [];
      const conditions = [
        ...(isFarBefore ? [`${day} < date ${literal(moved(low, -far))}`] : []),
        ...(isFarAfter ? [`${day} > date ${literal(moved(high, far))}`] : []),
      ];
      return await exceptions(context, farDates, table, column, {
        where: `(${conditions.join(' or ')})`,
        message: (values) => say('found-far-dates', { ...values, low, high }),
        fix: say('mend-far-dates'),
      });
    }),
};

export const swappedDayMonth: TableRule = {
  id: 'swapped-day-month',
  group: 'validity',
  severity: 'warning',
  of: 'table',
  title: 'Dates with day and month exchanged',
  looksAt:
    'Date columns that span at most four months, and dates outside them that lie inside when day and month are exchanged.',
  find: (table, context) =>
    each(table, async ({ column, day, first, low, high, last }) => {
      const range = daysBetween(low, high);
      if (range > 124 || (first === low && last === high)) return [];
      const swapped = `make_date(year(${day}), day(${day}), month(${day}))`;
      // Beyond the range by more than a month: it is no late record.
      const outside = `(${day} < date ${literal(moved(low, -31))} or ${day} > date ${literal(moved(high, 31))})`;
      const inside = `case when day(${day}) <= 12 then ${swapped} between date ${literal(low)} and date ${literal(high)} else false end`;
      return await exceptions(context, swappedDayMonth, table, column, {
        where: `${outside} and ${inside}`,
        message: (values) => say('found-swapped-day-month', { ...values, low, high }),
        fix: say('mend-swapped-day-month'),
        // A time of day would be lost.
        mend: column.type === 'DATE' ? { set: column, to: `cast(${swapped} as varchar)` } : undefined,
      });
    }),
};

async function each(table: ReviewedTable, look: (dates: Dates) => Promise<Finding[]>): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const dates of datesOf(table)) findings.push(...(await look(dates)));
  return findings;
}

interface Exceptions {
  where: string;
  message: (values: ColumnValues) => Message;
  fix: Message;
  mend?: Mend | undefined;
}

async function exceptions(
  context: ReviewContext,
  rule: TableRule,
  table: ReviewedTable,
  column: ReviewedColumn,
  { where, message, fix, mend }: Exceptions,
): Promise<Finding[]> {
  const found = await finding(context, rule, {
    table,
    column,
    query: selectRows(table, [column], where),
    message: (found) => message(valuesIn(column, found)),
    fix,
    mend,
  });
  return found.filter(({ rowCount }) => rowCount === 1 || rowCount <= column.filled * MAX_SHARE);
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** Within the years that an ISO date can name with four digits. */
function moved(day: string, days: number): string {
  const at = Math.min(Math.max(Date.parse(day) + days * DAY_MS, Date.UTC(1, 0, 1)), Date.UTC(9999, 11, 31));
  const moved = new Date(at);
  if (moved.getUTCFullYear() < 100) return '0100-01-01';
  return moved.toISOString().slice(0, 10);
}

/** Names of columns that begin and end something, in pairs. */
const pairs: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/start|begin|from/i, /end|finish|to/i],
  [/開始/, /終了/],
  [/自$/, /至$/],
  [/入社|入所|入会|加入/, /退社|退職|退所|退会|脱退/],
  [/hire|join/i, /leave|terminat|resign/i],
  [/order/i, /ship|deliver/i],
  [/ship/i, /deliver/i],
  [/受注|注文/, /出荷|納品|発送/],
  [/出荷|発送/, /納品|到着|配達/],
  [/issue|invoice/i, /due|paid|payment/i],
  [/発行|請求/, /支払|入金|期限/],
  [/birth/i, /death|hire/i],
  [/生年月日/, /入社|死亡/],
  [/creat/i, /updat|modif|clos/i],
  [/作成|登録/, /更新|完了/],
  [/check.?in/i, /check.?out/i],
  [/借/, /返/],
];
const MAX_BACKWARDS = 0.05;

export const endBeforeStart: TableRule = {
  id: 'end-before-start',
  group: 'validity',
  severity: 'error',
  of: 'table',
  title: 'An end before its start',
  looksAt:
    'Two date columns whose names begin and end something (start and end, order and delivery, 開始 and 終了), in that order ' +
    'in 95 % or more of the rows.',
  async find(table, context) {
    const findings: Finding[] = [];
    for (const [start, end] of periodColumns(table)) {
      const [from, to] = [identifier(start.name), identifier(end.name)];
      const found = await finding(context, endBeforeStart, {
        table,
        column: end,
        subject: start.id,
        query: selectRows(table, [start, end], `cast(${to} as date) < cast(${from} as date)`),
        message: ({ rowCount, rows: [row = {}] }) =>
          say('found-end-before-start', {
            end: end.name,
            start: start.name,
            rows: rowCount,
            ended: String(row[end.name]),
            started: String(row[start.name]),
          }),
        fix: say('mend-end-before-start'),
      });
      const both = Math.min(start.filled, end.filled);
      findings.push(...found.filter(({ rowCount }) => rowCount === 1 || rowCount <= both * MAX_BACKWARDS));
    }
    return findings;
  },
};

/** Start and end of what a row lasts for. */
export function periodColumns(table: ReviewedTable): [ReviewedColumn, ReviewedColumn][] {
  const moments = table.columns.filter(({ kind, filled }) => kind === 'moment' && filled >= 10).slice(0, 20);
  const found = new Map<string, [ReviewedColumn, ReviewedColumn]>();
  for (const [starts, ends] of pairs) {
    for (const start of moments) {
      const end = moments.find(
        (column) => column !== start && ends.test(column.name) && !starts.test(column.name),
      );
      if (starts.test(start.name) && !ends.test(start.name) && end && start.type === end.type)
        found.set(`${start.index} ${end.index}`, [start, end]);
    }
  }
  return [...found.values()];
}
