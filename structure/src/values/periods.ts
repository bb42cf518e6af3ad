import { monthName, monthOf } from './month-names.js';
import { fullYear, readYear } from './period-years.js';

/** `term`: the numbered terms of a company. `relative`: known only beside another, such as this year and last. */
export type PeriodKind = 'year' | 'half' | 'quarter' | 'month' | 'week' | 'day' | 'term' | 'relative';

/**
 * `value` is `2025`, `2025-H1`, `2025-Q3`, `2025-04`, `2025-W14` or `2025-04-30`; `--04` and the like without a
 * year; `T10` for a term, and the label itself where it is relative or a week is told by its days.
 */
export interface Period {
  kind: PeriodKind;
  value: string;
  /** Whether the year is a fiscal year (`FY2025`, `2025年度`). */
  fiscal: boolean;
}

/** A part of a year, or the whole year if `suffix` is empty. */
interface PartOfYear {
  kind: PeriodKind;
  suffix: string;
}

const dayMonthYear = new RegExp(
  `^(\\d{1,2})(?:\\.|er|st|nd|rd|th)?[ -](${monthName})\\.?[ ,-]+'?(\\d{4}|\\d{2})$`,
);
const monthDayYear = new RegExp(`^(${monthName})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? ?(\\d{4})$`);
const monthShortYear = new RegExp(`^(${monthName})\\.?[ -]'?(\\d{2})$`);
const dayMonth = new RegExp(`^(\\d{1,2})(?:\\.|er|st|nd|rd|th)?[ -](${monthName})\\.?$`);
const monthAlone = new RegExp(`^(${monthName})\\.?$`);
/** `4月1日(月)`, `2025/4/1 (Tue)` */
const dayOfWeek =
  /(?<=[\d日]) ?\((?:[日月火水木金土](?:曜日?)?|(?:sun|mon|tue|wed|thu|fri|sat)(?:[a-z]*day)?\.?)\)$/;
/** `2025-04-01 00:00:00`: a date of a program that writes every date with its time. */
const midnight = /(?<=^\d{4}[-/]\d{1,2}[-/]\d{1,2})[ t]0?0:00(?::00(?:\.0+)?)?$/i;
export const withoutMidnight = (date: string) => date.replace(midnight, '');

/** `1月中`, `2024年度中` */
const during = /(?<=[月年期度])中$/;
const ordinals = ['first', 'second', 'third', 'fourth'];

/**
 * The period that a label names, in Japanese, English or another European language, or null. `yearAbove` is the year in a header above,
 * for `4月`, `Q1` or `上期`.
 */
export function readPeriod(label: string, yearAbove?: number): Period | null {
  const text = withoutMidnight(label.normalize('NFKC').trim())
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(dayOfWeek, '')
    .replace(during, '');
  if (text.length === 0 || text.length > 40) return null;
  const date = readDate(text) ?? readTerm(text) ?? readWeekByDays(text, yearAbove) ?? readShortFiscal(text);
  if (date) return date;
  const { year, rest, fiscal } = readYear(text);
  const part = readPart(rest, year !== null) ?? readQuarterByMonths(rest, yearAbove !== undefined);
  if (!part && year !== null && season.test(rest)) return { kind: 'term', value: text, fiscal };
  if (!part || (part.kind === 'year' && year === null)) return null;
  const known = year ?? yearAbove;
  const joint = known === undefined ? '--' : part.suffix ? `${known}-` : `${known}`;
  return { kind: part.kind, value: `${joint}${part.suffix}`, fiscal };
}

/** The terms of a school year; a season alone is no period. */
const season =
  /^(?:(?:spring|summer|autumn|fall|winter|michaelmas|lent|hilary|trinity)(?: (?:term|semester|season))?|[春夏秋冬](?:期|季|学期)?)$/;

const weekBegins =
  /^(?:w\/[bce]|(?:week|wk\.?)(?: (?:commencing|beginning|starting|ending|of|from|to))?):? (?=\S)/;
const daysBetween = /^(.+\S) ?[-–~] ?(\S.+)$/;
const dayInMonth = /^\d{1,2}\/\d{1,2}$/;

/** Ten days or so: `7月上旬`. */
const thirdOfMonth = /^(?:\S{2,8}年 ?)?\d{1,2}月[上中下]旬$/;

/** A week told by its first or last day, or by both: `w/c 3 Jun`, `week ending 9 June`, `3 Jun - 9 Jun`, `6/3~6/9`. */
function readWeekByDays(text: string, yearAbove: number | undefined): Period | null {
  if (thirdOfMonth.test(text)) return { kind: 'week', value: text, fiscal: false };
  const isDay = (one: string) => readPeriod(one, yearAbove)?.kind === 'day';
  const day = text.replace(weekBegins, '');
  if (day !== text) return isDay(day) ? { kind: 'week', value: text, fiscal: false } : null;
  const [, first = '', last = ''] = daysBetween.exec(text) ?? [];
  const isRange = [first, last].every((one) => one !== '' && (isDay(one) || dayInMonth.test(one)));
  return isRange ? { kind: 'week', value: text, fiscal: false } : null;
}

/** `Q1 24/25`, `H2 2024/25`. */
function readShortFiscal(text: string): Period | null {
  const [, part = '', from = '', to = ''] =
    /^(q[1-4]|[1-4]q|h[12]|[12]h) (?:fy ?)?(\d{2}|\d{4})[/-](\d{2})$/.exec(text) ?? [];
  if (part === '' || (Number(from) + 1) % 100 !== Number(to)) return null;
  const period = readPeriod(`${part} ${fullYear(Number(from))}`);
  return period && { ...period, fiscal: true };
}

const term = /^第? ?(\d{1,3}|[一二三四五六七八九十]{1,3}) ?期$/;
const relative =
  /^(?:(?:前々|前|当|今|来|次|翌|後)期末?|(?:一昨|前々|前|昨|本|今|当|来|翌)年度?末?|(?:前々|前|先|当|今|来|翌)[月週]|前年同[期月]|[前当](?:連結)?(?:会計|事業)年度末?|(?:prior|previous|last|current|this|next) (?:fiscal )?(?:year|period|quarter|month|week)(?: end)?|(?:vor)?vor(?:jahr|monat|quartal|woche)|(?:aktuelles|laufendes) jahr|(?:(?:exercice|ann[ée]e) )?n(?:-[12])?|(?:ann[ée]e|exercice|mois) pr[ée]c[ée]dente?)$/;

/** Periods whose place in the calendar the label does not tell. */
function readTerm(text: string): Period | null {
  const number = term.exec(text)?.[1];
  if (number) return { kind: 'term', value: `T${number}`, fiscal: true };
  return relative.test(text) ? { kind: 'relative', value: text, fiscal: false } : null;
}

/** Dates whose order of parts follows from their spelling. */
function readDate(text: string): Period | null {
  const ends = /^(\d{1,2})[/.-](\d{1,2})[/.-]((?:18|19|20)\d\d)$/.exec(text);
  if (ends) {
    const [a, b, year] = [Number(ends[1]), Number(ends[2]), Number(ends[3])];
    return a > 12 || text.includes('.') ? day(year, b, a) : day(year, a, b);
  }
  const named = dayMonthYear.exec(text);
  if (named) return day(fullYear(Number(named[3])), monthOf(named[2] ?? ''), Number(named[1]));
  const american = monthDayYear.exec(text);
  if (american) return day(Number(american[3]), monthOf(american[1] ?? ''), Number(american[2]));
  const short = monthShortYear.exec(text);
  if (short)
    return {
      kind: 'month',
      value: `${fullYear(Number(short[2]))}-${two(monthOf(short[1] ?? ''))}`,
      fiscal: false,
    };
  return null;
}

function readPart(text: string, hasYear: boolean): PartOfYear | null {
  if (text === '') return { kind: 'year', suffix: '' };
  const named = monthAlone.exec(text);
  if (named) return month(monthOf(named[1] ?? ''));
  const inMonth = hasYear ? null : dayMonth.exec(text);
  if (inMonth) return dayOfYear(monthOf(inMonth[2] ?? ''), Number(inMonth[1]));
  const japanese = /^(\d{1,2})月(分|末|期|度)?(?:(\d{1,2})日)?$/.exec(text);
  if (japanese)
    return japanese[3] ? dayOfYear(Number(japanese[1]), Number(japanese[3])) : month(Number(japanese[1]));
  // Bare numbers mean a month or a day only beside a year: 2025-04, R7.4.1.
  const numbers = hasYear ? /^(\d{1,2})(?:[/.-](\d{1,2}))?$/.exec(text) : null;
  if (numbers)
    return numbers[2] ? dayOfYear(Number(numbers[1]), Number(numbers[2])) : month(Number(numbers[1]));
  return (
    readQuarter(text, hasYear) ??
    readQuarterByMonths(text, hasYear) ??
    readHalf(text, hasYear) ??
    readWeek(text)
  );
}

/** `T1` and `S1` (trimestre, semestre) are codes as well, so they count only beside a year. */
function readQuarter(text: string, hasYear: boolean): PartOfYear | null {
  const found =
    /^(?:q([1-4])|([1-4])q|第?([1-4一二三四])四半期|([1-4])(?:st|nd|rd|th) (?:quarter|qtr)|(first|second|third|fourth) quarter|quarter ([1-4])|([1-4])\. quartal|quartal ([1-4])|([1-4])(?:er|e|[eè]me|º|°)? trimestre|trimestre ([1-4]))$/.exec(
      text,
    ) ?? (hasYear ? /^t([1-4])$/.exec(text) : null);
  return found ? { kind: 'quarter', suffix: `Q${ordinalOf(found)}` } : null;
}

/** `1-3月`, `4~6月期`; without 月 only below a year. */
function readQuarterByMonths(text: string, hasYear: boolean): PartOfYear | null {
  const found = /^(1|4|7|10) ?[-–~〜] ?(\d{1,2})(月期?|\.)?$/.exec(text);
  const [first, last] = [Number(found?.[1]), Number(found?.[2])];
  const isQuarter = found !== null && last === first + 2 && (hasYear || found[3] !== undefined);
  return isQuarter ? { kind: 'quarter', suffix: `Q${(first + 2) / 3}` } : null;
}

function readHalf(text: string, hasYear: boolean): PartOfYear | null {
  if (/^上(半)?(期|年)$/.test(text) || (hasYear && text === '前期')) return { kind: 'half', suffix: 'H1' };
  if (/^下(半)?(期|年)$/.test(text) || (hasYear && text === '後期')) return { kind: 'half', suffix: 'H2' };
  const found =
    /^(?:h([12])|([12])h|([12])(?:st|nd) half|(first|second) half|([12])\. (?:halbjahr|hj\.?)|([12])(?:er|e|nd|º|°)? semestre)$/.exec(
      text,
    ) ?? (hasYear ? /^s([12])$/.exec(text) : null);
  return found ? { kind: 'half', suffix: `H${ordinalOf(found)}` } : null;
}

function readWeek(text: string): PartOfYear | null {
  const number = Number(
    /^(?:第 ?(\d{1,2}) ?週目?|(?:week|wk\.?|[ck]w|semaine|semana|settimana) ?(\d{1,2})|(\d{1,2})\. kw|w ?(\d{1,2}))$/
      .exec(text)
      ?.slice(1)
      .find(Boolean),
  );
  return number <= 53 ? { kind: 'week', suffix: `W${two(number)}` } : null;
}

function ordinalOf(match: RegExpExecArray): number {
  const word = match.slice(1).find((group) => group !== undefined) ?? '';
  const kanji = '一二三四'.indexOf(word);
  return kanji >= 0 ? kanji + 1 : ordinals.includes(word) ? ordinals.indexOf(word) + 1 : Number(word);
}

function month(number: number): PartOfYear | null {
  return number >= 1 && number <= 12 ? { kind: 'month', suffix: two(number) } : null;
}

function dayOfYear(month: number, day: number): PartOfYear | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  return { kind: 'day', suffix: `${two(month)}-${two(day)}` };
}

function day(year: number, month: number, dayOfMonth: number): Period | null {
  const part = dayOfYear(month, dayOfMonth);
  return part && { kind: 'day', value: `${year}-${part.suffix}`, fiscal: false };
}

const two = (number: number) => String(number).padStart(2, '0');
