import { DAYS_TO_1904, isDateSerial } from '../grid/date-serials.js';
import type { DateSystem } from '../grid/grid.js';

/** Days from 1899-12-30, day 0 of spreadsheet dates since March 1900, to 1970-01-01. */
const UNIX_EPOCH = 25_569;
/** The day that Excel treats as 29 February 1900; before it, its dates are a day ahead. */
const FALSE_LEAP_DAY = 60;
const DAY_MS = 86_400_000;

/** A date serial as days since 1970-01-01, with the fraction; undefined outside the range of spreadsheets. */
export function unixDays(serial: number, system: DateSystem): number | undefined {
  if (!isDateSerial(serial, system)) return undefined;
  const serial1900 = system === '1904' ? serial + DAYS_TO_1904 : serial;
  const behind = system === '1900' && serial1900 < FALSE_LEAP_DAY ? 1 : 0;
  return serial1900 - UNIX_EPOCH + behind;
}

/**
 * The serial of days since 1970-01-01; undefined before March 1900, where programs disagree, and after 9999.
 */
export function serialOfUnixDays(days: number): number | undefined {
  const serial = days + UNIX_EPOCH;
  return serial > FALSE_LEAP_DAY && isDateSerial(serial, '1900') ? serial : undefined;
}

/** To the millisecond, the precision of a serial. */
export function millisOfDays(days: number): number {
  return Math.round(days * DAY_MS);
}

/** `2024-01-31` */
export function isoDate(unixDay: number): string {
  return isoTimestamp(unixDay * DAY_MS).slice(0, -9);
}

/** `2024-01-31T10:20:30`, with milliseconds if not zero. */
export function isoTimestamp(millis: number): string {
  return new Date(millis).toISOString().replace(/(\.000)?Z$/, '');
}

/** `10:20:30`; hours may exceed 24. */
export function isoTime(millis: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const fraction = millis % 1000 === 0 ? '' : `.${String(millis % 1000).padStart(3, '0')}`;
  return `${two(millis / 3_600_000)}:${two((millis / 60_000) % 60)}:${two((millis / 1000) % 60)}${fraction}`;
}
