import type { HeaderLabel } from '../headers/read-header.js';
import { monthName, monthOf } from '../values/month-names.js';

/** The day or month that a short label such as `4/1`, `1日`, `24/4` or `15` means beside its neighbours. */
export interface HeaderDay {
  /** The label in the header of the column. */
  label: HeaderLabel;
  kind: 'day' | 'month';
  /** `04-01` for a day of a month, `01` for a day alone, `2024-04` for a month. */
  value: string;
}

const dayName =
  '[日月火水木金土](?:曜日?)?|(?:sun|mon|tue|wed|thu|fri|sat)(?:[a-z]*day)?\\.?|(?:mo|di|mi|do|fr|sa|so)\\.?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|(?:lun|mar|mer|jeu|ven|sam|dim)\\.?|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche';
const weekday = new RegExp(`^[(（]?(?:${dayName})[)）]?$`, 'i');
/** `15(月)`, `Mo 01.07.` */
const besideWeekday = new RegExp(`\\s?\\([^()]{1,9}\\)$|^(?:${dayName}),?\\s(?=\\d)`, 'i');
/** Fewer could be anything. */
const minColumns = 3;
/** Bare numbers with nothing else to say that they are days: a whole month. */
const wholeMonth = 28;

export const isWeekday = (text: string) => weekday.test(text.trim());

const namedDay = new RegExp(`^(${monthName})\\.? (\\d{1,2})(st|nd|rd|th)?$`, 'i');
const dayBeforeMonth = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th|\\.)?[ -](${monthName})\\.?$`, 'i');

/** Whether a label may be a day beside others like it: `4/1`, `01.07.`, `1日`, `15`, `15(月)`, `Sep 1`, `Mon 1 Sep`. */
export const isShortDay = (text: string) =>
  [/^\d{1,2}(?:\/\d{1,2}|\.\d{1,2}\.|日)?$/, namedDay, dayBeforeMonth].some((day) =>
    day.test(plainLabel(text)),
  );

/** `3-9 Mar`, `28 Feb - 6 Mar`, `4/1~4/7`: a week is told by its first day. */
const untilLastDay = new RegExp(
  `^(\\d{1,2})\\s?[-–~]\\s?\\d{1,2}(?= (?:${monthName})\\.?$)|(?<=^\\d{1,2}(?:/\\d{1,2}| (?:${monthName})))\\s?[-–~]\\s?\\d{1,2}(?:/\\d{1,2}| (?:${monthName}))$`,
  'i',
);

const plainLabel = (text: string) =>
  text.normalize('NFKC').trim().replace(besideWeekday, '').replace(untilLastDay, '$1');

/** The days of a header whose labels are short, by column; they must run on from column to column. */
export function readHeaderDays(headers: readonly HeaderLabel[][]): (HeaderDay | undefined)[] {
  const isMonthWide = headers.filter(isNumbered).length >= wholeMonth && !headers.some(goesBeyondDays);
  for (const read of [
    readDayOfMonth,
    readDottedDay,
    readYearAndMonth,
    readNamedDay,
    readDayBeforeMonth,
    readDayAlone,
  ]) {
    const days = headers.map((labels) => read(labels, isMonthWide));
    // Several columns may share a day: plan and actual below it.
    const run = days.flatMap((day) => day ?? []).filter(({ value }, at, all) => value !== all[at - 1]?.value);
    const areDays =
      (read !== readNamedDay || run.some(({ label }) => cannotBeYear(label.text))) &&
      (read !== readDayBeforeMonth || new Set(run.map(({ value }) => value.slice(-2))).size > 1);
    if (areDays && run.length >= minColumns && runsOn(run, read === readDayAlone)) return days;
  }
  return headers.map(() => undefined);
}

const isNumbered = (labels: readonly HeaderLabel[]) =>
  /^\d{1,2}$/.test(plainLabel(labels.at(-1)?.text ?? ''));

/** Columns that are numbered from 0, or on after 31, are not numbered by days. */
function goesBeyondDays(labels: readonly HeaderLabel[]): boolean {
  const text = plainLabel(labels.at(-1)?.text ?? '');
  return /^\d{1,3}$/.test(text) && (Number(text) < 1 || Number(text) > daysOfMonth);
}

type ReadLabel = (labels: readonly HeaderLabel[], isMonthWide: boolean) => HeaderDay | undefined;

/** `4/1` */
const readDayOfMonth: ReadLabel = (labels) => {
  const [label, month, day] = lastMatch(labels, /^(\d{1,2})\/(\d{1,2})$/);
  if (!label || month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  return { label, kind: 'day', value: `${two(month)}-${two(day)}` };
};

/** `01.07.`, the day first. */
const readDottedDay: ReadLabel = (labels) => {
  const [label, day, month] = lastMatch(labels, /^(\d{1,2})\.(\d{1,2})\.$/);
  if (!label || month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  return { label, kind: 'day', value: `${two(month)}-${two(day)}` };
};

/** `24/4` */
const readYearAndMonth: ReadLabel = (labels) => {
  const [label, year, month] = lastMatch(labels, /^(\d{2})\/(\d{1,2})$/);
  if (!label || year < 13 || month < 1 || month > 12) return undefined;
  return { label, kind: 'month', value: `20${year}-${two(month)}` };
};

const readNamed =
  (pattern: RegExp, isMonthFirst: boolean): ReadLabel =>
  (labels) => {
    const label = labels.findLast(({ text }) => pattern.test(plainLabel(text)));
    const [, first = '', second = ''] = pattern.exec(plainLabel(label?.text ?? '')) ?? [];
    const [month, day] = isMonthFirst ? [first, second] : [second, first];
    if (!label || Number(day) < 1 || Number(day) > daysOfMonth) return undefined;
    return { label, kind: 'day', value: `${two(monthOf(month.toLowerCase()))}-${two(Number(day))}` };
  };

/** `Sep 1`, `Sep 15th` */
const readNamedDay = readNamed(namedDay, true);
/** `1 Sep`, `Mon 1 Sep` */
const readDayBeforeMonth = readNamed(dayBeforeMonth, false);

/** `Sep 24` may be September 2024, unlike `Sep 1` and `Sep 24th`; `24-Sep`, `24-Oct` may be too. */
const cannotBeYear = (text: string) => /\s\d$|\d(?:st|nd|rd|th)$/i.test(plainLabel(text));

/** `1日`, or `1` with the day of the week beside it, or `1` in a header as wide as a month. */
const readDayAlone: ReadLabel = (labels, isMonthWide) => {
  const [label, day] = lastMatch(labels, /^(\d{1,2})日?$/);
  if (!label || day < 1 || day > 31) return undefined;
  const saysDay =
    /\D/.test(label.text.normalize('NFKC').trim()) || labels.some(({ text }) => isWeekday(text));
  return saysDay || isMonthWide ? { label, kind: 'day', value: two(day) } : undefined;
};

function lastMatch(
  labels: readonly HeaderLabel[],
  pattern: RegExp,
): [label: HeaderLabel | undefined, first: number, second: number] {
  const label = labels.findLast(({ text }) => pattern.test(plainLabel(text)));
  const found = label && pattern.exec(plainLabel(label.text));
  return [label, Number(found?.[1]), Number(found?.[2])];
}

/** Whether each follows the one before within a month, perhaps over the end of the month or the year. */
function runsOn(days: readonly HeaderDay[], isAlone: boolean): boolean {
  const cycle = isAlone ? daysOfMonth : 12 * daysOfMonth;
  const ordinal = ({ kind, value }: HeaderDay) => {
    const [first = 0, second = 0] = value.split('-').map(Number);
    if (isAlone) return first;
    return kind === 'day' ? first * daysOfMonth + second : (first * 12 + second) * daysOfMonth;
  };
  return days.every((day, at) => {
    const before = days[at - 1];
    const step = before ? (ordinal(day) - ordinal(before) + cycle) % cycle : 1;
    return step > 0 && step <= daysOfMonth;
  });
}

const daysOfMonth = 31;
const two = (number: number) => String(number).padStart(2, '0');
