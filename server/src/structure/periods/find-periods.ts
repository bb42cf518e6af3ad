import { namesPeriods } from '../headers/header-corner.js';
import { splitUnit } from '../headers/header-units.js';
import type { HeaderLabel } from '../headers/read-header.js';
import { saysComputed, saysTotal } from '../lines/line-words.js';
import { type PeriodKind, readPeriod } from '../reshape/periods.js';
import { type HeaderDay, isShortDay, isWeekday, readHeaderDays } from './header-days.js';
import { isSameYear } from './header-eras.js';
import { shortYears } from './header-short-years.js';
import { readWithoutRemark, withoutMarks, withoutRemark } from './period-marks.js';
import { type PeriodAndMeasure, splitPeriod } from './split-period.js';

/**
 * The content of a crosstab column: one measure in one period, or something computed from several periods.
 */
export interface PeriodColumn {
  period?: string;
  measure?: string;
  derived?: boolean;
}

/** What the columns of a table contain, as far as it tells periods from other headings. */
export interface ColumnsBelow {
  isNumeric(at: number): boolean;
  /** Whether all values of a column are small whole numbers, as the answers to a question are. */
  areRatings(at: number): boolean;
  /** Whether a column contains nothing but the footnote marks of the numbers beside it. */
  areMarks(at: number): boolean;
  /** The measures of other tables that have periods: the same ones under a single period are a crosstab too. */
  measuresElsewhere?: ReadonlySet<string>;
}

interface ReadColumn {
  kind?: PeriodKind;
  period?: string;
  measure: string;
  unit?: string | undefined;
  /** Whether period and measure were in one label. */
  isSplit?: boolean;
}

/** Most combinations of period and measure must exist, or the columns are not a crosstab. */
const crossed = 0.6;
/** Fewer columns between two periods are remarks about the first. */
const fieldsBetween = 2;
/** Texts below two periods are rather remarks than a roster. */
const leastTexts = 3;

/**
 * The columns in which periods run across, by position; null if they do not. Totals of the periods, and
 * coarser periods between finer ones, are derived.
 */
export function findPeriods(
  headers: readonly HeaderLabel[][],
  below: ColumnsBelow,
): (PeriodColumn | undefined)[] | null {
  const days = readHeaderDays(headers);
  const isCode = codesAmong(headers);
  const years = shortYears(headers);
  const labelled = withoutRemarksAbove(
    withoutCounts(
      monthsAmongMonths(
        headers,
        headers.map((labels, at) => {
          if (labels.some(isCode)) return { measure: '' };
          const year = years[at];
          return year ? { kind: 'year', period: year, measure: '' } : readColumn(labels, days[at]);
        }),
      ),
    ),
  );
  return (
    crosstab(headers, labelled, below) ??
    crosstab(headers, withUnits(labelled), below) ??
    crosstab(headers, inOneLabel(headers, labelled, below), below)
  );
}

const code = /^([a-z])\d{1,3}$/i;
/** Fewer numbered columns may be named so by chance. */
const leastCodes = 2;

/** `A1 | A2 | … | H1 | H2`: where another letter is numbered that names no period, `H1` is a place on a plate and no half. */
function codesAmong(headers: readonly HeaderLabel[][]): (label: HeaderLabel) => boolean {
  const texts = headers.flatMap((labels) => labels.map(({ text }) => text.trim()));
  const others = texts.filter((text) => code.test(text) && !readPeriod(text));
  const lettersOf = (some: readonly string[]) => new Set(some.map((text) => text.slice(0, 1).toUpperCase()));
  const periods = lettersOf(texts.filter((text) => code.test(text) && readPeriod(text)));
  const numbered = others.filter((text) => !periods.has(text.slice(0, 1).toUpperCase()));
  return ({ text }) => numbered.length >= leastCodes && code.test(text.trim());
}

function crosstab(
  headers: readonly HeaderLabel[][],
  labelled: readonly ReadColumn[],
  below: ColumnsBelow,
): (PeriodColumn | undefined)[] | null {
  const isMark = (at: number) => labelled[at]?.kind !== undefined && below.areMarks(at);
  const texts = labelled.filter(
    ({ kind, measure }, at) => kind && !measure && !below.isNumeric(at) && !isMark(at),
  );
  const isValue = headers.map(
    (_, at) =>
      below.isNumeric(at) ||
      isMark(at) ||
      (texts.length >= leastTexts && texts.includes(labelled[at] as ReadColumn)),
  );
  const read = withoutUncrossed(
    labelled.map((column, at): ReadColumn => {
      if (!isValue[at]) return { measure: '' };
      return isMark(at) ? { ...column, measure: `${column.measure} mark`.trim() } : column;
    }),
  );
  const kind = mainKind(read);
  if (!kind) return null;
  const main = read.filter((column) => column.kind === kind);
  const periods = new Set(main.map(({ period }) => period));
  const measures = new Set(main.map(({ measure }) => measure));
  const distinct = new Set(main.map(({ period, measure }) => `${period}\u0001${measure}`));
  const isSingle = periods.size === 1 && isAsElsewhere(read, measures, below);
  if ((periods.size < 2 && !isSingle) || distinct.size < main.length) return null;
  if (main.length < crossed * periods.size * measures.size) return null;
  if (kind === 'relative' && includeEachOther(periods)) return null;
  if (leavesOut(headers, read, kind, below) || areFarApart(headers, read, kind)) return null;
  // `Sales 2024` names its measure, while a title over all columns may be anything.
  const isOwn = isLabelOfPeriods(headers, read, kind, below);
  const isNamed =
    measures.size > 1 || isOwn || main.some(({ isSplit }) => isSplit) || isRepeated(headers, measures);
  const found = read.map((column, at): PeriodColumn | undefined => {
    const named = isNamed ? { measure: column.measure } : {};
    if (column.kind === kind) return { period: column.period as string, ...named };
    if (!below.isNumeric(at) || (!column.kind && !isComputed(headers[at] ?? []))) return undefined;
    if (!column.kind && namesOtherYears(headers[at] ?? [], periods)) return undefined;
    const measured = headers[at]?.find(({ text }) => measures.has(text));
    if (isOwn && !measured) return undefined;
    return { derived: true, ...(measured && isNamed ? { measure: measured.text } : {}) };
  });
  return areQuestions(headers, found, below) ? null : found;
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

/** `2002 NAICS code` before `Sales | 2005 | 2006`: a measure and a period that no other column has do not cross. */
function withoutUncrossed(columns: readonly ReadColumn[]): ReadColumn[] {
  const counts = new Map<string, number>();
  const keysOf = ({ kind, period, measure }: ReadColumn) => [`period ${period}`, `${kind} of ${measure}`];
  for (const key of columns.flatMap(keysOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const isCrossed = (column: ReadColumn) =>
    column.measure === '' || keysOf(column).some((key) => (counts.get(key) ?? 0) > 1);
  return columns.map((column) => (column.kind && !isCrossed(column) ? { measure: '' } : column));
}

/** `Current week`, `Current month`, `Current year`: the same moment in ever longer spans, which do not follow each other. */
function includeEachOther(periods: Iterable<string | undefined>): boolean {
  const openings = [...periods].map((period = '') => /^(?:\p{Script=Han}|\w+)/u.exec(period)?.[0]);
  return new Set(openings).size === 1;
}

/** Whether the only measure is written anew over each column, unlike a title. */
function isRepeated(headers: readonly HeaderLabel[][], [measure]: Iterable<string>): boolean {
  const labels = headers.flatMap((labels) => labels.filter(({ text }) => splitUnit(text).name === measure));
  return new Set(labels.map(({ column }) => column)).size > 1;
}

/** `Depreciation` over the years alone, beside `Cost | Rate`: what is over no other figure is the measure of the periods. */
function isLabelOfPeriods(
  headers: readonly HeaderLabel[][],
  read: readonly ReadColumn[],
  kind: PeriodKind,
  { isNumeric }: ColumnsBelow,
): boolean {
  const [first = [], ...others] = headers.filter((_, at) => read[at]?.kind === kind);
  const shared = first.find(
    (label) =>
      !readPeriod(label.text) &&
      !namesPeriods(label.text) &&
      others.every((labels) =>
        labels.some(({ text, column }) => text === label.text && column === label.column),
      ),
  );
  if (!shared || !/\p{L}/u.test(shared.text)) return false;
  const besides = headers.filter((_, at) => read[at]?.kind !== kind && isNumeric(at));
  return besides.length > 0 && besides.every((labels) => !labels.some(({ text }) => text === shared.text));
}

/** Whether all values are of a period, and of measures that another table has for several. */
const isAsElsewhere = (
  read: readonly ReadColumn[],
  measures: ReadonlySet<string>,
  { isNumeric, measuresElsewhere }: ColumnsBelow,
) =>
  measuresElsewhere !== undefined &&
  read.every(({ kind }, at) => kind !== undefined || !isNumeric(at)) &&
  [...measures].every((measure) => measuresElsewhere.has(measure));

/** `2015 | | | | | 2020`: of a scale with a label here and there, the periods between are not told. */
function leavesOut(
  headers: readonly HeaderLabel[][],
  read: readonly ReadColumn[],
  kind: PeriodKind,
  { isNumeric }: ColumnsBelow,
): boolean {
  const first = read.findIndex((column) => column.kind === kind);
  const last = read.findLastIndex((column) => column.kind === kind);
  return headers.some((labels, at) => first < at && at < last && labels.length === 0 && isNumeric(at));
}

/** `2006 Rank | Name | Employees | 2005 Rank`: two columns with the fields of a record between them are two of its fields. */
function areFarApart(
  headers: readonly HeaderLabel[][],
  read: readonly ReadColumn[],
  kind: PeriodKind,
): boolean {
  const [first = 0, second = 0, ...others] = read.flatMap((column, at) => (column.kind === kind ? [at] : []));
  const between = headers
    .slice(first + 1, second)
    .filter((labels) => labels.length > 0 && !isComputed(labels));
  return others.length === 0 && between.length >= fieldsBetween;
}

/** `Q1` to `Q4` without a year are as often the questions of a survey, which are answered in words or marks. */
function areQuestions(
  headers: readonly HeaderLabel[][],
  found: readonly (PeriodColumn | undefined)[],
  below: ColumnsBelow,
): boolean {
  const asked = found.flatMap((column, at) => (column?.period?.startsWith('--Q') ? [at] : []));
  const isBare = (at: number) =>
    headers[at]?.some(({ text }) => /^q\d$/i.test(text.normalize('NFKC').trim()));
  if (asked.length === 0 || !asked.every(isBare)) return false;
  const goesOn = headers.some((labels) => labels.some(({ text }) => /^q(?:[5-9]|\d\d)\b/i.test(text.trim())));
  const isSummed = found.some((column) => column?.derived);
  return goesOn || asked.some((at) => !below.isNumeric(at)) || (!isSummed && asked.every(below.areRatings));
}

/** `Women | 1990 (1,000) | … | Women | 1990 (percent)`: units tell measures apart that have one name. */
function withUnits(labelled: readonly ReadColumn[]): ReadColumn[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { period, measure } of labelled) {
    const key = `${period}\u0001${measure}`;
    if (seen.has(key)) repeated.add(measure);
    seen.add(key);
  }
  return labelled.map((column) =>
    column.kind && column.unit && repeated.has(column.measure)
      ? { ...column, measure: `${column.measure} (${column.unit})`.trim() }
      : column,
  );
}

/** `4月計画`, `4月実績`, `5月計画`: columns whose period and measure are in one label, where they fully cross. */
function inOneLabel(
  headers: readonly HeaderLabel[][],
  labelled: readonly ReadColumn[],
  { isNumeric }: ColumnsBelow,
): ReadColumn[] {
  const split = headers.map((labels, at) => {
    const [only, ...others] = labels;
    const found = only && others.length === 0 && isNumeric(at) ? splitPeriod(only.text) : null;
    return found && !isComputed([{ ...only, text: found.measure }] as HeaderLabel[]) ? found : null;
  });
  const parts = split.flatMap((part) => part ?? []);
  const periods = new Set(parts.map(({ period }) => period.value));
  const measures = new Set(parts.map(({ measure }) => measure));
  if (parts.length !== periods.size * measures.size || areNumbered(headers, parts)) return [...labelled];
  return labelled.map((column, at) => {
    const part = split[at];
    return part
      ? { kind: part.period.kind, period: part.period.value, measure: part.measure, isSplit: true }
      : column;
  });
}

/** `age_1617 | age_1820 | age_2124`: where a number that is no year is in the place of one, the others are none either. */
function areNumbered(headers: readonly HeaderLabel[][], parts: readonly PeriodAndMeasure[]): boolean {
  const numbered = new Set(parts.filter(({ text }) => /^\d{4}$/.test(text)).map(({ measure }) => measure));
  return headers.some((labels) =>
    labels.some(({ text }) => {
      const [, name = '', number = ''] = /^(.*?)[\s_-]*(\d{4})$/.exec(text.trim()) ?? [];
      return numbered.has(name) && !readPeriod(number);
    }),
  );
}

/** The labels of a column that name its period, as written in the sheet but without footnote marks. */
export function periodText(
  labels: readonly HeaderLabel[],
  { period = '', measure }: { period?: string; measure?: string },
): string {
  const isDay = /-\d\d-\d\d$/.test(period) || /^---\d\d$/.test(period);
  const texts = labels.map(({ text }) => (isDay && isShortDay(text) ? text : withoutMarks(text)));
  const hasWholeDay = texts.some((text) => readPeriod(text)?.value === period);
  const periods = texts.filter(
    (text) =>
      text !== measure &&
      (readPeriod(text, yearOf(period)) !== null || (isDay && !hasWholeDay && isShortDay(text))),
  );
  if (periods.length > 0) return withoutQuarter(periods, period);
  const [only = '', ...others] = texts;
  if (measure && others.length === 0 && splitPeriod(only)?.measure === measure)
    return splitPeriod(only)?.text ?? only;
  return texts.filter((text) => text !== measure && !isWeekday(text)).join(' ');
}

/** `Q1 2025` over `Jan` is January 2025; which quarter that is in goes without saying. */
function withoutQuarter(texts: readonly string[], period: string): string {
  const isQuarter = (text: string) => ['quarter', 'half'].includes(readPeriod(text)?.kind ?? '');
  const others = texts.filter((text) => !isQuarter(text));
  if (others.length === texts.length || !/-\d\d$/.test(period)) return texts.join(' ');
  const hasYear =
    yearOf(period) === undefined || others.some((text) => yearOf(readPeriod(text)?.value ?? ''));
  return hasYear ? others.join(' ') : period;
}

/** A year above and a month below make one period; the rest of the labels is the measure. */
function readColumn(labels: readonly HeaderLabel[], day: HeaderDay | undefined): ReadColumn {
  const column: ReadColumn = { measure: '' };
  let year: number | undefined;
  const others: string[] = [];
  const hasDay = day !== undefined || labels.some(({ text }) => readPeriod(text)?.kind === 'day');
  for (const label of labels) {
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

/** That of `2025`, `2025-Q1`, `2025-01`; none of `--01`. */
const yearOf = (period: string): number | undefined => {
  const year = /^\d{4}(?=-|$)/.exec(period)?.[0];
  return year === undefined ? undefined : Number(year);
};

/** `2025-04-01`, `--04-01` or `---01`, as far as the labels above say year and month. */
function dayBelow({ kind, value }: HeaderDay, above: string | undefined): string {
  if (kind === 'month') return value;
  if (value.includes('-')) return /^\d{4}$/.test(above ?? '') ? `${above}-${value}` : `--${value}`;
  return above && /-\d\d$/.test(above) ? `${above}-${value}` : `---${value}`;
}

const yearAndMonth = /^\d{4}[-/](?:0[1-9]|1[0-2])$/;

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

function mainKind(columns: readonly ReadColumn[]): PeriodKind | undefined {
  const counts = new Map<PeriodKind, number>();
  for (const { kind } of columns) if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return most < 2 ? undefined : [...counts].find(([, count]) => count === most)?.[0];
}

/** `Average 2003 to 2012` beside 2013 and 2014: what it was computed from is not in the table. */
function namesOtherYears(labels: readonly HeaderLabel[], periods: ReadonlySet<string | undefined>): boolean {
  const years = labels.flatMap(({ text }) => text.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? []);
  const known = new Set([...periods].map((period) => period?.slice(0, 4)));
  return years.length > 0 && !years.some((year) => known.has(year));
}

const isComputed = (labels: readonly HeaderLabel[]) =>
  labels.some(
    ({ text }) =>
      saysTotal(text) || saysComputed(text) || /前年|同期|\bchange\b|\bytd\b|通期|累計/i.test(text),
  );
