import type { Language } from '../preferences.js';

/** How a cell is written by a format; undefined where the format says nothing of such a value. */
type WriteCell = (value: unknown, language: Language) => string | undefined;

const numberCode = /^([^0#?,.]*)([#,]*)(0+)(\.(0+)(#*))?(%?)([^0#?]*)$/;
const known = new Map<string, WriteCell>();

/**
 * The formats of Excel that people choose here, in the signs of the reader's language: `#,##0.00`, `0%`, `"€" 0.00`,
 * `yyyy-mm-dd`. Any other leaves cells as they are shown without one.
 */
export function writerOf(format: string): WriteCell {
  let writer = known.get(format);
  if (!writer) {
    writer = /[ymdhs]/i.test(withoutTexts(format)) ? momentWriter(format) : numberWriter(format);
    known.set(format, writer);
  }
  return writer;
}

const withoutTexts = (format: string): string => format.replace(/"[^"]*"|\\./g, '');
const plain = (text: string): string => text.replace(/"([^"]*)"/g, '$1').replace(/\\(.)/g, '$1');

function numberWriter(format: string): WriteCell {
  const parts = numberCode.exec(format.split(';')[0] ?? '');
  if (!parts) return () => undefined;
  const [, before = '', grouping = '', whole = '', , fixed = '', optional = '', percent = '', after = ''] =
    parts;
  const options: Intl.NumberFormatOptions = {
    useGrouping: grouping.includes(','),
    minimumIntegerDigits: whole.length,
    minimumFractionDigits: fixed.length,
    maximumFractionDigits: fixed.length + optional.length,
    style: percent ? 'percent' : 'decimal',
  };
  const formats = { en: new Intl.NumberFormat('en', options), ja: new Intl.NumberFormat('ja', options) };
  return (value, language) => {
    const isNumber =
      typeof value === 'number' || (typeof value === 'string' && /^-?[\d.]+(e[+-]?\d+)?$/i.test(value));
    if (!isNumber) return undefined;
    return plain(before) + formats[language].format(value as Intl.StringNumericLiteral) + plain(after);
  };
}

const momentParts = /"[^"]*"|\\.|y+|m+|d+|h+|s+|am\/pm|./gi;

function momentWriter(format: string): WriteCell {
  const tokens = format.match(momentParts) ?? [];
  const has12Hours = tokens.some((token) => /^am\/pm$/i.test(token));
  return (value, language) => {
    const time = momentOf(value);
    if (!time) return undefined;
    return tokens
      .map((token, i) => momentText(token, isMinute(tokens, i), time, language, has12Hours))
      .join('');
  };
}

/** An `m` is the minute next to hours and seconds, else the month. */
function isMinute(tokens: readonly string[], at: number): boolean {
  const letters = (token: string) => /^[ymdhs]+$/i.test(token);
  const before = tokens.slice(0, at).findLast(letters);
  const after = tokens.slice(at + 1).find(letters);
  return /^h/i.test(before ?? '') || /^s/i.test(after ?? '');
}

function momentOf(value: unknown): Date | undefined {
  if (typeof value !== 'string') return undefined;
  const day = /^\d{4}-\d\d-\d\d$/.test(value);
  const text = day ? `${value}T00:00:00Z` : value.replace(' ', 'T');
  const time = new Date(day || /[zZ]$|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

function momentText(
  token: string,
  isMinutes: boolean,
  time: Date,
  language: Language,
  has12Hours: boolean,
): string {
  const padded = (value: number) => String(value).padStart(Math.min(token.length, 2), '0');
  const named = (options: Intl.DateTimeFormatOptions) =>
    time.toLocaleDateString(language, { ...options, timeZone: 'UTC' });
  const long = token.length > 3;
  switch (token.toLowerCase()[0]) {
    case 'y':
      return token.length > 2 ? String(time.getUTCFullYear()) : String(time.getUTCFullYear()).slice(-2);
    case 'm':
      if (isMinutes) return padded(time.getUTCMinutes());
      return token.length > 2 ? named({ month: long ? 'long' : 'short' }) : padded(time.getUTCMonth() + 1);
    case 'd':
      return token.length > 2 ? named({ weekday: long ? 'long' : 'short' }) : padded(time.getUTCDate());
    case 'h':
      return padded(has12Hours ? time.getUTCHours() % 12 || 12 : time.getUTCHours());
    case 's':
      return padded(time.getUTCSeconds());
    case 'a':
      return /^am\/pm$/i.test(token) ? (time.getUTCHours() < 12 ? 'AM' : 'PM') : token;
    default:
      return plain(token);
  }
}
