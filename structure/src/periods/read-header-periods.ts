import { isSameYear } from '../headers/header-eras.js';
import type { HeaderLabel } from '../headers/read-header.js';
import { splitUnit } from '../values/header-units.js';
import { readWithoutRemark, stagedPeriods, withoutMarks, withoutRemark } from '../values/period-marks.js';
import { type PeriodKind, readPeriod } from '../values/periods.js';
import { type HeaderDay, isWeekday, readHeaderDays } from './header-days.js';
import { shortYears } from './header-short-years.js';

/** What the labels over a column were read as. */
export interface ReadColumn {
  kind?: PeriodKind;
  period?: string;
  measure: string;
  unit?: string | undefined;
  /** Whether period and measure were in one label. */
  isSplit?: boolean;
}

const code = /^([a-z])\d{1,3}$/i;
/** Fewer numbered columns may be named so by chance. */
const minCodes = 2;

/** `2008 to` above `2009`: a change between the two, or a longer span. */
const opensSpan = /\d{4}\s*(?:to|[-–])$/i;

const yearAndMonth = /^\d{4}[-/](?:0[1-9]|1[0-2])$/;

/** What the labels over each column say: a period, a measure, or both. */
export function readHeaderPeriods(headers: readonly HeaderLabel[][]): ReadColumn[] {
  const days = readHeaderDays(headers);
  const isCode = codesAmong(headers);
  const isNumber = numbersAmong(headers);
  const years = shortYears(headers);
  const staged = stagedPeriods(
    headers.map(([label, ...others]) => (others.length > 0 ? undefined : label?.text)),
  );
  return withoutRemarksAbove(
    withoutCounts(
      monthsAmongMonths(
        headers,
        headers.map((labels, at) => {
          if (labels.some((label) => isCode(label) || isNumber(label))) return { measure: '' };
          const short = years[at];
          const period = staged[at];
          if (period) return { kind: period.kind, period: period.value, measure: '' };
          return short
            ? { kind: 'year', period: short.year, measure: short.measure }
            : readColumn(labels, days[at]);
        }),
      ),
    ),
  );
}

/** `A1 | A2 | … | H1 | H2`: where another letter is numbered that names no period, `H1` is a place on a plate and no half. */
function codesAmong(headers: readonly HeaderLabel[][]): (label: HeaderLabel) => boolean {
  const texts = headers.flatMap((labels) => labels.map(({ text }) => text.trim()));
  const others = texts.filter((text) => code.test(text) && !readPeriod(text));
  const lettersOf = (some: readonly string[]) => new Set(some.map((text) => text.slice(0, 1).toUpperCase()));
  const periods = lettersOf(texts.filter((text) => code.test(text) && readPeriod(text)));
  const numbered = others.filter((text) => !periods.has(text.slice(0, 1).toUpperCase()));
  return ({ text }) => numbered.length >= minCodes && code.test(text.trim());
}

const numeral = /^\d+$/;

/** `1798 | 1799 | 1800 | 1801`: whole numbers that run on to where no years are count something else. */
function numbersAmong(headers: readonly HeaderLabel[][]): (label: HeaderLabel) => boolean {
  const texts = headers
    .flatMap((labels) => labels.map(({ text }) => text.trim()))
    .filter((text) => numeral.test(text));
  const others = new Set(texts.filter((text) => !readPeriod(text)).map(Number));
  const runOn = texts.some(
    (text) =>
      readPeriod(text)?.kind === 'year' && (others.has(Number(text) - 1) || others.has(Number(text) + 1)),
  );
  return ({ text }) => runOn && numeral.test(text.trim());
}

/** A year above and a month below make one period; the rest of the labels is the measure. */
function readColumn(labels: readonly HeaderLabel[], day: HeaderDay | undefined): ReadColumn {
  const column: ReadColumn = { measure: '' };
  let year: number | undefined;
  const others: string[] = [];
  const hasDay = day !== undefined || labels.some(({ text }) => readPeriod(text)?.kind === 'day');
  for (const [at, label] of labels.entries()) {
    if (opensSpan.test(labels[at - 1]?.text ?? '')) {
      others.push(label.text);
      continue;
    }
    if (label === day?.label || (hasDay && isWeekday(label.text)) || isSameYear(label.text, year)) continue;
    const period = readPeriod(withoutMarks(label.text), year) ?? readWithoutRemark(label.text, year);
    // 前年 and 当年 below a month are two measures of that month.
    const isMeasure = period?.kind === 'relative' && column.kind && column.kind !== 'relative';
    if (!period || isMeasure) {
      others.push(label.text);
      continue;
    }
    if (period.kind === 'year' || !period.fiscal) year = yearOf(period.value) ?? year;
    // Above the months they tell one month from the other.
    const outer = column.kind === 'relative' && period.kind !== 'relative' ? `${column.period} ` : '';
    column.kind = period.kind;
    column.period = `${outer}${period.value}`;
  }
  if (day) Object.assign(column, { kind: day.kind, period: dayBelow(day, column.period) });
  const unit = labels.map(({ text }) => splitUnit(text).unit).findLast((found) => found !== undefined);
  return { ...column, measure: splitUnit(others.join(' ')).name, unit };
}

/** `2025-04-01`, `--04-01` or `---01`, as far as the labels above say year and month. */
function dayBelow({ kind, value }: HeaderDay, above: string | undefined): string {
  if (kind === 'month') return value;
  if (value.includes('-')) return /^\d{4}$/.test(above ?? '') ? `${above}-${value}` : `--${value}`;
  return above && /-\d\d$/.test(above) ? `${above}-${value}` : `---${value}`;
}

/** That of `2025`, `2025-Q1`, `2025-01`; none of `--01`. */
export const yearOf = (period: string): number | undefined => {
  const year = /^\d{4}(?=-|$)/.exec(period)?.[0];
  return year === undefined ? undefined : Number(year);
};

/** `2008-09` alone is a fiscal year, but beside `2008-08` it is a month. */
function monthsAmongMonths(headers: readonly HeaderLabel[][], columns: readonly ReadColumn[]): ReadColumn[] {
  const months = headers.map((labels) =>
    labels.map(({ text }) => text.normalize('NFKC').trim()).find((text) => yearAndMonth.test(text)),
  );
  if (!columns.some(({ kind }, at) => kind === 'month' && months[at])) return [...columns];
  return columns.map((column, at) => {
    const month = column.kind === 'year' ? months[at] : undefined;
    return month ? { ...column, kind: 'month', period: month.replace('/', '-') } : column;
  });
}

/** `41 | 42 | 43` over the days on which these weeks end: numbers that count the periods are no measures. */
function withoutCounts(columns: readonly ReadColumn[]): ReadColumn[] {
  const read = columns.filter(({ kind }) => kind);
  const areCounts =
    read.every(({ measure }) => /^\d{1,3}$/.test(measure)) &&
    new Set(read.map(({ period }) => period)).size === read.length;
  return columns.map((column) => (column.kind && areCounts ? { ...column, measure: '' } : column));
}

/**
 * `Outturn` over 2023, `Forecast` over 2024 and 2025: how sure the figures of a period are is no measure, where each period has
 * one of these.
 */
function withoutRemarksAbove(columns: readonly ReadColumn[]): ReadColumn[] {
  const read = columns.filter(({ kind }) => kind);
  const fullNames = new Map<string, Set<string>>();
  for (const { measure } of read) {
    const bare = withoutRemark(measure);
    fullNames.set(bare, (fullNames.get(bare) ?? new Set()).add(measure));
  }
  const without = (column: ReadColumn): ReadColumn => {
    const bare = withoutRemark(column.measure);
    return column.kind && (fullNames.get(bare)?.size ?? 0) > 1 ? { ...column, measure: bare } : column;
  };
  const distinct = new Set(read.map(without).map(({ period, measure }) => `${period}\u0001${measure}`));
  return distinct.size === read.length ? columns.map(without) : [...columns];
}
