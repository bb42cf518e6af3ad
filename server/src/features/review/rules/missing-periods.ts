import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { readPeriod } from '@workbook-data-service/structure/periods';
import { findingId, told } from '../finding.js';
import { tablePath } from '../mends.js';
import type { Finding, TableRule } from '../review-rule.js';
import type { ReviewedColumn, ReviewedTable } from '../reviewed-table.js';

const MIN_PERIODS = 4;
const MAX_MISSING = 2;
const MAX_PERIODS = 200;

export const missingPeriods: TableRule = {
  id: 'missing-periods',
  group: 'completeness',
  severity: 'warning',
  of: 'table',
  title: 'A month or quarter left out of a series',
  looksAt:
    'Four or more columns named as months, quarters or years, or texts of a column that are such, in order, of which one or two ' +
    'between the first and the last are missing.',
  async find(table, context) {
    const across = gapOf(table.columns.map(({ name }) => name));
    const found = across
      ? [gapFinding(table, undefined, say('found-missing-period-columns', { table: table.name, ...across }))]
      : [];
    for (const column of table.columns) {
      if (column.kind !== 'text' || column.distinct > MAX_PERIODS || (column.longest ?? 0) > 40) continue;
      const values = (await context.values(table, column)) ?? [];
      const down = gapOf(values.map(({ value }) => value));
      if (down)
        found.push(gapFinding(table, column, say('found-missing-periods', { column: column.name, ...down })));
    }
    return found;
  },
};

function gapFinding(table: ReviewedTable, column: ReviewedColumn | undefined, message: Message): Finding {
  return {
    id: findingId(missingPeriods.id, table.table.record.id, column?.id, undefined),
    rule: missingPeriods.id,
    severity: missingPeriods.severity,
    table: table.name,
    column: column?.name,
    rowCount: 0,
    ...told(message, say('mend-missing-periods')),
    evidence: { rows: [], request: { method: 'GET', path: tablePath(table) } },
  };
}

/** The periods on both sides of the first gap of a series, as they are written; undefined where it has none. */
function gapOf(texts: readonly string[]): { before: string; after: string; missing: number } | undefined {
  const periods = texts.map((text) => ({ text, period: readPeriod(text) }));
  for (const kind of ['month', 'quarter', 'year'] as const) {
    const named = new Map<number, string>();
    for (const { text, period } of periods)
      if (period?.kind === kind) named.set(numberOf(period.value) ?? Number.NaN, text);
    const numbers = [...named.keys()].sort((a, b) => a - b);
    const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
    const missing = last - first + 1 - numbers.length;
    if (numbers.length < MIN_PERIODS || !(missing > 0 && missing <= MAX_MISSING)) continue;
    const at = numbers.findIndex((number, i) => (numbers[i + 1] ?? number + 1) > number + 1);
    return {
      before: named.get(numbers[at] ?? 0) ?? '',
      after: named.get(numbers[at + 1] ?? 0) ?? '',
      missing,
    };
  }
  return undefined;
}

const perYear = { Q: 4, '': 12 } as const;
const parts = /^(\d{4}|-)-(Q?)(\d{1,2})$/;

/** Counts months, quarters or years from the year 0, or within a year that is not told. */
function numberOf(period: string): number | undefined {
  if (/^\d{4}$/.test(period)) return Number(period);
  const [, year, kind, part] = parts.exec(period) ?? [];
  if (year === undefined || part === undefined) return undefined;
  return (year === '-' ? 0 : Number(year)) * perYear[kind as 'Q' | ''] + Number(part) - 1;
}
