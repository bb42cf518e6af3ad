/**
 * Dates and times in ISO 8601. The fraction of a second is written only if it is not zero, and years outside
 * 0 to 9999 get a sign and six digits, as in ECMAScript.
 */
const microsPerSecond = 1_000_000;
const microsPerDay = 86_400 * microsPerSecond;
const infiniteDays = 2 ** 31 - 1;
const infiniteTicks = 2n ** 63n - 1n;

const pad = (value: number, width: number): string => String(value).padStart(width, '0');
const twoDigits: readonly string[] = Array.from({ length: 100 }, (_, n) => pad(n, 2));
const two = (value: number): string => twoDigits[value] ?? String(value);

/** DuckDB represents infinity by the extreme values of dates and of all timestamps. */
export function isInfiniteDate(days: number): boolean {
  return days === infiniteDays || days === -infiniteDays;
}

export function isInfiniteTimestamp(ticks: bigint): boolean {
  return ticks === infiniteTicks || ticks === -infiniteTicks;
}

/** The proleptic Gregorian date of a day counted from 1970-01-01; eras of 400 years start in March. */
export function dateText(days: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${yearText(year)}-${two(month)}-${two(day)}`;
}

function yearText(year: number): string {
  if (year >= 1000 && year <= 9999) return String(year);
  if (year >= 0 && year <= 9999) return pad(year, 4);
  return `${year < 0 ? '-' : '+'}${pad(Math.abs(year), 6)}`;
}

/** A time of day; `nanos` are the nanoseconds below the microsecond. */
export function timeText(microsOfDay: number, nanos = 0): string {
  const seconds = Math.floor(microsOfDay / microsPerSecond);
  const micros = microsOfDay - seconds * microsPerSecond;
  const minutes = Math.floor(seconds / 60);
  const clock = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}`;
  if (nanos !== 0) return `${clock}.${pad(micros, 6)}${pad(nanos, 3)}`;
  return micros === 0 ? clock : `${clock}.${pad(micros, 6)}`;
}

export function timestampText(micros: bigint, nanos = 0): string {
  const exact = Number(micros);
  // Microseconds exceed the exact range of a double in the year 2255.
  const days = Number.isSafeInteger(exact) ? Math.floor(exact / microsPerDay) : floorDays(micros);
  const microsOfDay = Number.isSafeInteger(exact)
    ? exact - days * microsPerDay
    : Number(micros - BigInt(days) * BigInt(microsPerDay));
  return `${dateText(days)}T${timeText(microsOfDay, nanos)}`;
}

function floorDays(micros: bigint): number {
  const perDay = BigInt(microsPerDay);
  return Number((micros - (((micros % perDay) + perDay) % perDay)) / perDay);
}

export function timestampNanosText(nanos: bigint): string {
  const below = ((nanos % 1000n) + 1000n) % 1000n;
  return timestampText((nanos - below) / 1000n, Number(below));
}

export function offsetText(seconds: number): string {
  if (seconds === 0) return 'Z';
  const minutes = Math.floor(Math.abs(seconds) / 60);
  const rest = Math.abs(seconds) % 60;
  const clock = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return `${seconds < 0 ? '-' : '+'}${clock}${rest === 0 ? '' : `:${two(rest)}`}`;
}

/** An ISO 8601 duration. Months, days and time have separate signs, as in the engine. */
export function intervalText(months: number, days: number, micros: bigint): string {
  const part = (value: number, unit: string): string => (value === 0 ? '' : `${value}${unit}`);
  const date = `${part(Math.trunc(months / 12), 'Y')}${part(months % 12, 'M')}${part(days, 'D')}`;
  const total = micros < 0n ? -micros : micros;
  const sign = micros < 0n ? '-' : '';
  const seconds = total / 1_000_000n;
  const fraction = Number(total % 1_000_000n);
  const clock = [
    [seconds / 3600n, 'H'],
    [(seconds / 60n) % 60n, 'M'],
  ]
    .map(([value, unit]) => (value === 0n ? '' : `${sign}${value}${unit}`))
    .join('');
  const wholeSeconds = seconds % 60n;
  const tail =
    wholeSeconds === 0n && fraction === 0
      ? ''
      : `${sign}${wholeSeconds}${fraction === 0 ? '' : `.${pad(fraction, 6)}`}S`;
  const time = clock + tail;
  if (date === '' && time === '') return 'PT0S';
  return `P${date}${time === '' ? '' : `T${time}`}`;
}
