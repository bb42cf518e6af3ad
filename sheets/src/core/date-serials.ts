/**
 * The epoch of date serials: 1900 with Excel's false leap day, 1904 as once on the Macintosh, or 1899-12-30
 * without the false day, as in OpenDocument.
 */
export type DateSystem = '1900' | '1904' | '1899';

/** Days from the first day of the 1900 system to that of the 1904 system. */
export const DAYS_TO_1904 = 1462;
/** Days from 1899-12-30, day 0 of spreadsheet dates since March 1900, to 1970-01-01. */
export const UNIX_EPOCH = 25_569;
/** The day that Excel treats as 29 February 1900; before it, its dates are a day ahead. */
const FALSE_LEAP_DAY = 60;
const END_OF_9999 = 2_958_466;
export const DAY_MS = 86_400_000;

/** Whether a number can be a date: from day 0 to the end of 9999. Others are numbers, whatever their format. */
export function isDateSerial(serial: number, system: DateSystem): boolean {
  const serial1900 = system === '1904' ? serial + DAYS_TO_1904 : serial;
  return serial1900 >= 0 && serial1900 < END_OF_9999;
}

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

const isoForm = /^(?:(\d{4})-(\d{2})-(\d{2}))?(?:T?(\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)?Z?$/;

/** The serial of a date, a time or both in ISO 8601; undefined for other text. */
export function serialOfIsoDate(text: string, system: DateSystem): number | undefined {
  const match = isoForm.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0'] = match;
  const time = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) / 86_400;
  if (year === undefined) return match[4] === undefined ? undefined : time;
  const unixDay = Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS;
  const days = unixDay + UNIX_EPOCH - (system === '1904' ? DAYS_TO_1904 : 0);
  return (system === '1900' && days <= FALSE_LEAP_DAY ? days - 1 : days) + time;
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

/** `10:20:30`; hours may exceed 24, and a duration may be negative. */
export function isoTime(millis: number): string {
  if (millis < 0) return `-${isoTime(-millis)}`;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const fraction = millis % 1000 === 0 ? '' : `.${String(millis % 1000).padStart(3, '0')}`;
  return `${two(millis / 3_600_000)}:${two((millis / 60_000) % 60)}:${two((millis / 1000) % 60)}${fraction}`;
}
