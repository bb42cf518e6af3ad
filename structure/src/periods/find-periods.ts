import { namesPeriods } from '../headers/header-corner.js';
import type { HeaderLabel } from '../headers/read-header.js';
import { splitUnit } from '../values/header-units.js';
import { type PeriodKind, readPeriod } from '../values/periods.js';
import { isComputed, namesOtherYears, saysSpan } from './computed-columns.js';
import { inOneLabel, withMarksOfRepeated, withUnits } from './measures-of-periods.js';
import { type ReadColumn, readHeaderPeriods } from './read-header-periods.js';

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
  /** Columns of numbers among which a few cells are words or misspelt. */
  nearlyNumeric?: ReadonlySet<number>;
  /** Whether all values of a column are small whole numbers, as the answers to a question are. */
  areRatings(at: number): boolean;
  /** Whether a column contains nothing but the footnote marks of the numbers beside it. */
  areMarks(at: number): boolean;
  /** The measures of other tables that have periods: the same ones under a single period are a crosstab too. */
  measuresElsewhere?: ReadonlySet<string>;
}

/** Most combinations of period and measure must exist, or the columns are not a crosstab. */
const crossed = 0.6;
/** Fewer columns between two periods are remarks about the first. */
const fieldsBetween = 2;
/** Texts below two periods are rather remarks than a roster. */
const minTexts = 3;

/**
 * The columns in which periods run across, by position; null if they do not. Totals of the periods, and
 * coarser periods between finer ones, are derived.
 */
export function findPeriods(
  headers: readonly HeaderLabel[][],
  below: ColumnsBelow,
): (PeriodColumn | undefined)[] | null {
  const labelled = readHeaderPeriods(headers);
  return (
    crosstab(headers, labelled, below) ??
    crosstab(headers, withUnits(labelled), below) ??
    crosstab(headers, withMarksOfRepeated(headers, labelled), below) ??
    crosstab(headers, inOneLabel(headers, labelled, below.isNumeric), below)
  );
}

function crosstab(
  headers: readonly HeaderLabel[][],
  labelled: readonly ReadColumn[],
  below: ColumnsBelow,
): (PeriodColumn | undefined)[] | null {
  const isNumeric = (at: number) =>
    below.isNumeric(at) || (labelled[at]?.kind !== undefined && below.nearlyNumeric?.has(at) === true);
  const isMark = (at: number) => labelled[at]?.kind !== undefined && below.areMarks(at);
  const texts = labelled.filter(({ kind, measure }, at) => kind && !measure && !isNumeric(at) && !isMark(at));
  const isValue = headers.map(
    (_, at) =>
      isNumeric(at) || isMark(at) || (texts.length >= minTexts && texts.includes(labelled[at] as ReadColumn)),
  );
  const read = withoutUncrossed(
    labelled.map((column, at): ReadColumn => {
      if (!isValue[at]) return { measure: '' };
      return isMark(at) ? { ...column, measure: markOf(column.measure) } : column;
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
  if (!doCross(main) && !(doMostlyCross(main) && isWithoutFields(read, kind, below))) return null;
  if (kind === 'relative' && includeEachOther(periods)) return null;
  if (leavesOut(headers, read, kind, below) || areFarApart(headers, read, kind)) return null;
  if (areAmongFields(headers, read, kind, below)) return null;
  // `Sales 2024` names its measure, while a title over all columns may be anything.
  const isOwn = isLabelOfPeriods(headers, read, kind, below);
  const isNamed =
    measures.size > 1 ||
    isOwn ||
    sharedLabel(headers, read, kind, () => true) !== undefined ||
    main.some(({ isSplit }) => isSplit) ||
    isRepeated(headers, measures);
  // Beside the average of years in the table, those of other years are averages too.
  const areSpans = headers.some(
    (labels, at) =>
      !read[at]?.kind && below.isNumeric(at) && saysSpan(labels) && !namesOtherYears(labels, periods),
  );
  const isOfOtherYears = (labels: readonly HeaderLabel[]) =>
    namesOtherYears(labels, periods) && !(areSpans && saysSpan(labels));
  // `2022` behind the first days of 2020 and 2021 includes none of these.
  const years = new Set([...periods].map((period) => period?.slice(0, 4)));
  const areDated = [...years].every((year = '') => /^\d{4}$/.test(year));
  const isOtherYear = ({ kind: own, period, measure }: ReadColumn) =>
    areDated && own === 'year' && !years.has(period) && measures.has(measure);
  const found = read.map((column, at): PeriodColumn | undefined => {
    const named = isNamed ? { measure: column.measure } : {};
    if (column.kind === kind || isOtherYear(column)) return { period: column.period as string, ...named };
    if (!below.isNumeric(at) || (!column.kind && !isComputed(headers[at] ?? []))) return undefined;
    if (!column.kind && isOfOtherYears(headers[at] ?? [])) return undefined;
    const measured = headers[at]?.find(({ text }) => measures.has(text));
    if (isOwn && !measured) return undefined;
    return { derived: true, ...(measured && isNamed ? { measure: measured.text } : {}) };
  });
  // Of a few years among other figures, each is a field of the record.
  const fields = found.filter((column, at) => column === undefined && below.isNumeric(at)).length;
  return fields > main.length || areQuestions(headers, found, { ...below, isNumeric }) ? null : found;
}

/** What the marks of a measure are called; their column may be named so already. */
const markOf = (measure: string) => (/\bmark$/.test(measure) ? measure : `${measure} mark`.trim());

/** Whether most combinations of period and measure exist. */
function doCross(columns: readonly ReadColumn[]): boolean {
  const periods = new Set(columns.map(({ period }) => period)).size;
  return columns.length >= crossed * periods * new Set(columns.map(({ measure }) => measure)).size;
}

/** Whether they do for at least half of the measures; the others have but a few of the periods, as the latest. */
function doMostlyCross(columns: readonly ReadColumn[]): boolean {
  const counts = new Map<string, number>();
  for (const { measure } of columns) counts.set(measure, (counts.get(measure) ?? 0) + 1);
  const periods = new Set(columns.map(({ period }) => period)).size;
  const isUsual = (count: number) => count >= crossed * periods;
  const usual = columns.filter(({ measure }) => isUsual(counts.get(measure) ?? 0));
  return (
    2 * [...counts.values()].filter(isUsual).length >= counts.size &&
    new Set(usual.map(({ period }) => period)).size === periods
  );
}

/** Whether no figures of another kind are between the periods. */
function isWithoutFields(
  read: readonly ReadColumn[],
  kind: PeriodKind,
  { isNumeric }: ColumnsBelow,
): boolean {
  const first = read.findIndex((column) => column.kind === kind);
  const last = read.findLastIndex((column) => column.kind === kind);
  return read.every((column, at) => at < first || at > last || column.kind === kind || !isNumeric(at));
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
  const besides = headers.filter((_, at) => read[at]?.kind !== kind && isNumeric(at));
  return besides.length > 0 && sharedLabel(headers, read, kind, isNumeric) !== undefined;
}

/** The label over all columns of the periods, and over none of certain others. */
function sharedLabel(
  headers: readonly HeaderLabel[][],
  read: readonly ReadColumn[],
  kind: PeriodKind,
  isOther: (at: number) => boolean,
): HeaderLabel | undefined {
  const [first = [], ...others] = headers.filter((_, at) => read[at]?.kind === kind);
  const shared = first.find(
    (label) =>
      !readPeriod(label.text) &&
      !namesPeriods(label.text) &&
      others.every((labels) =>
        labels.some(({ text, column }) => text === label.text && column === label.column),
      ),
  );
  if (!shared || !/\p{L}/u.test(shared.text)) return undefined;
  const besides = headers.filter((_, at) => read[at]?.kind !== kind && isOther(at));
  return besides.some((labels) => labels.some(({ text }) => text === shared.text)) ? undefined : shared;
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

/** `Homework 1 | 14/4 | Homework 2 | 22/4 | Exam`: periods among more figures that have none are columns like these. */
function areAmongFields(
  headers: readonly HeaderLabel[][],
  read: readonly ReadColumn[],
  kind: PeriodKind,
  { isNumeric }: ColumnsBelow,
): boolean {
  const periods = read.flatMap((column, at) => (column.kind === kind ? [at] : []));
  const [first = 0, last = 0] = [periods[0], periods.at(-1)];
  const fields = headers.flatMap((labels, at) =>
    !read[at]?.kind && isNumeric(at) && labels.length > 0 && !isComputed(labels) ? [at] : [],
  );
  return fields.length > periods.length && fields.some((at) => first < at && at < last);
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

function mainKind(columns: readonly ReadColumn[]): PeriodKind | undefined {
  const counts = new Map<PeriodKind, number>();
  for (const { kind } of columns) if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return most < 2 ? undefined : [...counts].find(([, count]) => count === most)?.[0];
}
