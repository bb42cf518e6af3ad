import { DAY_MS } from '../core/date-serials.js';
import type { TextReader } from './text-values.js';

/** Orders of a date's parts that the date itself shows. */
export const settledOrders = ['year first', 'day first with dots'] as const;
/** Orders that only the dates of a whole column can decide. */
export const rivalOrders = ['month first', 'day first', 'year of two digits first'] as const;
export type DateOrder = (typeof settledOrders | typeof rivalOrders)[number];

/** Between dashes, numbers of two digits are more likely a code than a date. */
const patterns: Record<DateOrder, RegExp> = {
  'year first': /^(?<y>\d{4})([-/.])(?<m>\d{1,2})\2(?<d>\d{1,2})$/,
  'day first with dots': /^(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})$/,
  'day first': /^(?<d>\d{1,2})([-/])(?<m>\d{1,2})\2(?<y>\d{4}|(?<=\/)\d{2})$/,
  'month first': /^(?<m>\d{1,2})([-/])(?<d>\d{1,2})\2(?<y>\d{4}|(?<=\/)\d{2})$/,
  'year of two digits first': /^(?<y>\d{2})\/(?<m>\d{1,2})\/(?<d>\d{1,2})$/,
};

const clock = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6})\d*)?)?(?:\s?([ap])\.?m\.?)?$/i;
const zone = /(?:z|([+-])(\d{2}):?(\d{2})?)$/i;
const DAY_MICROS = 86_400_000_000n;

/** Days since 1970-01-01. */
function readDate(text: string, order: DateOrder): number | undefined {
  const parts = patterns[order].exec(text)?.groups;
  if (!parts) return undefined;
  const [year, month, day] = [fullYear(parts.y ?? ''), Number(parts.m), Number(parts.d)];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCDate() === day ? date.getTime() / DAY_MS : undefined;
}

/** A year of two digits is one of 1930 to 2029, as in Excel. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < 30 ? 2000 + year : 1900 + year;
}

/** Microseconds since midnight. */
function readTime(text: string): number | undefined {
  const match = clock.exec(text);
  if (!match) return undefined;
  const [, hour = '', minute = '', second = '0', fraction = '', half] = match;
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return undefined;
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return (hours * 3600 + Number(minute) * 60 + Number(second)) * 1_000_000 + Number(fraction.padEnd(6, '0'));
}

/** Microseconds since 1970-01-01T00:00; a bare date is its midnight, since such columns often mix the two. */
function readTimestamp(text: string, order: DateOrder): bigint | undefined {
  const gap = text.search(/[T ]/);
  const days = readDate(gap < 0 ? text : text.slice(0, gap), order);
  const time = gap < 0 ? 0 : readTime(text.slice(gap + 1).trimStart());
  return days === undefined || time === undefined ? undefined : BigInt(days) * DAY_MICROS + BigInt(time);
}

/** An instant: a timestamp with its offset from UTC. */
function readInstant(text: string): bigint | undefined {
  const match = text.length > 16 ? zone.exec(text) : null;
  if (!match) return undefined;
  const local = readTimestamp(text.slice(0, match.index).trimEnd(), 'year first');
  const [, sign, hours = '0', minutes = '0'] = match;
  const offset = BigInt((Number(hours) * 60 + Number(minutes)) * 60_000_000);
  return local === undefined ? undefined : sign === '-' ? local + offset : local - offset;
}

export const timeReader: TextReader = { type: 'TIME', read: readTime };

export const instantReader: TextReader = { type: 'TIMESTAMPTZ', read: readInstant };

export function dateReader(order: DateOrder): TextReader {
  return { type: 'DATE', read: (text) => (text.length <= 10 ? readDate(text, order) : undefined) };
}

export function timestampReader(order: DateOrder): TextReader {
  return { type: 'TIMESTAMP', read: (text) => readTimestamp(text, order) };
}
