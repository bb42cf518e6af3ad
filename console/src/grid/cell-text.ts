import { isNumeric } from '../app/column-types.js';
import type { Language } from '../preferences.js';
import { dateLocales } from '../text/date-locales.js';
import { writerOf } from './number-format.js';
import type { GridColumn } from './types.js';

/** Numbers that are names are not grouped: 20240131 is no quantity. */
const nameLike = /(^|[_\s])(id|no|nr|code|number|zip|year|phone)\.?$|番号|コード|年$|年度$|電話/i;
const longestShown = 400;

interface Formats {
  whole: Intl.NumberFormat;
  number: Intl.NumberFormat;
  date: Intl.DateTimeFormat;
  time: Intl.DateTimeFormat;
}

const formatsOf = (language: Language): Formats => ({
  // From 10,000 on, so that years and the like stay as they are.
  whole: new Intl.NumberFormat(language, { useGrouping: 'min2', maximumFractionDigits: 15 }),
  number: new Intl.NumberFormat(language, { maximumFractionDigits: 15 }),
  date: new Intl.DateTimeFormat(dateLocales[language], { dateStyle: 'medium', timeZone: 'UTC' }),
  time: new Intl.DateTimeFormat(dateLocales[language], {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  }),
});
const formats = { en: formatsOf('en'), ja: formatsOf('ja') };

/** Whether a column holds texts, and nothing that other programs know as a value. */
export function isText(column: GridColumn | undefined): boolean {
  return column === undefined || !(isNumeric(column.type) || /^(BOOLEAN|DATE|TIME)/.test(column.type));
}

/** As the cell shows it. */
export function shownText(value: unknown, { type, name, format }: GridColumn, language: Language): string {
  if (value === null || value === undefined) return '';
  const written = format && writerOf(format)(value, language);
  if (written) return written;
  if (typeof value === 'number' || (typeof value === 'string' && isNumeric(type)))
    return nameLike.test(name) ? String(value) : numberText(value, type, language);
  if (typeof value === 'boolean') return value ? '✓' : '✗';
  if (typeof value === 'object') return JSON.stringify(value).slice(0, longestShown);
  const text = String(value);
  if (type === 'DATE' || type.startsWith('TIMESTAMP')) return timeText(text, type, language);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

/** Digits that a double does not hold arrive as text, and are shown all. What was typed may be no number yet. */
function numberText(value: number | string, type: string, language: Language): string {
  const isNumber = typeof value === 'number' || /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value);
  if (!isNumber) return value;
  const { whole, number } = formats[language];
  return (type.includes('INT') ? whole : number).format(value as Intl.StringNumericLiteral);
}

function timeText(text: string, type: string, language: Language): string {
  const isZoned = /[zZ]$|[+-]\d\d:?\d\d$/.test(text);
  const time = new Date(
    type === 'DATE' ? `${text}T00:00:00Z` : text.replace(' ', 'T') + (isZoned ? '' : 'Z'),
  );
  // Years before 1 and beyond 9999 are shown as they are.
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1) return text;
  return formats[language][type === 'DATE' ? 'date' : 'time'].format(time);
}

/** As it is edited and copied: exact, and read back as the same value. */
export function exactText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
