import { DAY_MS, UNIX_EPOCH } from '../core/date-serials.js';

/**
 * Days as Excel counts them: 1900-03-01 is 61. Earlier days follow the real calendar back to year 1, whereas
 * Excel invents a 29 February 1900 and has nothing before that year.
 */
interface CivilDay {
  year: number;
  month: number;
  day: number;
}

export const MAX_SERIAL = 2958465;
export const MIN_SERIAL = serialOf(1, 1, 1);

/** Months and days out of range carry over, as in `DATE(2024, 14, 0)`. */
export function serialOf(year: number, month: number, day: number): number {
  const months = year * 12 + month - 1;
  const y = Math.floor(months / 12);
  const m = months - y * 12 + 1;
  // Years that start in March put the leap day last (Hinnant's days_from_civil).
  const marchYear = m <= 2 ? y - 1 : y;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (m > 2 ? m - 3 : m + 9) + 2) / 5);
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468 + UNIX_EPOCH + day - 1;
}

export function civilOf(serial: number): CivilDay {
  const days = Math.floor(serial) - UNIX_EPOCH + 719468;
  const era = Math.floor(days / 146097);
  const dayOfEra = days - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

export function daysInMonth(year: number, month: number): number {
  return serialOf(year, month + 1, 1) - serialOf(year, month, 1);
}

export function inCalendar(serial: number): boolean {
  return serial >= MIN_SERIAL && serial < MAX_SERIAL + 1;
}

/** The serial of a canonical DATE, TIMESTAMP or TIMESTAMPTZ cell; NaN for other text. */
export function serialOfIso(iso: string): number {
  const day = serialOf(digits(iso, 0, 4), digits(iso, 5, 7), digits(iso, 8, 10));
  return iso.length <= 10 ? day : day + dayFraction(iso, 11);
}

/** The fraction of a day of a canonical TIME. */
export function serialOfTime(time: string): number {
  return dayFraction(time, 0);
}

function dayFraction(iso: string, from: number): number {
  const whole =
    digits(iso, from, from + 2) * 3600 +
    digits(iso, from + 3, from + 5) * 60 +
    digits(iso, from + 6, from + 8);
  return (iso.length > from + 8 ? whole + Number(iso.slice(from + 8).replace('Z', '') || 0) : whole) / 86400;
}

function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let index = from; index < to; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

export function isoDay(serial: number): string {
  const { year, month, day } = civilOf(serial);
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

/** To the millisecond, Excel's precision for times; a carry to the next day is kept. */
export function splitMoment(serial: number): { day: number; millis: number } {
  const day = Math.floor(serial);
  const millis = Math.round((serial - day) * DAY_MS);
  return millis === DAY_MS ? { day: day + 1, millis: 0 } : { day, millis };
}

export function isoTime(millis: number): string {
  const seconds = Math.floor(millis / 1000);
  const fraction = millis % 1000 === 0 ? '' : `.${padded(millis % 1000, 3).replace(/0+$/, '')}`;
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${padded(h, 2)}:${padded(m, 2)}:${padded(s, 2)}${fraction}`;
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
