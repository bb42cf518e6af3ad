import { civilOf, daysInMonth, inCalendar, serialOf, splitMoment } from './civil-days.js';
import { type FormulaError, isError, NUM, type Scalar, toNumber, VALUE } from './formula-values.js';
import {
  type FormulaFunction,
  type FunctionGroup,
  numberFunction,
  type ResultRule,
  scalarFunction,
  textFunction,
} from './function-kinds.js';
import { serialOfText } from './parse-date-text.js';
import { addWorkdays, networkDays, yearFraction } from './work-days.js';

const { trunc, floor } = Math;

/** The first argument is a day or a moment; one outside the calendar is #NUM!. */
function dayFunction(
  arity: number | readonly [number, number],
  result: ResultRule,
  call: (serial: number, ...rest: number[]) => Scalar,
): FormulaFunction {
  return numberFunction(arity, result, (serial = 0, ...rest) =>
    inCalendar(serial) ? call(serial, ...rest) : NUM,
  );
}

function twoDaysFunction(
  arity: number | readonly [number, number],
  result: ResultRule,
  call: (from: number, to: number, ...rest: number[]) => Scalar,
): FormulaFunction {
  return dayFunction(arity, result, (from, to = 0, ...rest) =>
    inCalendar(to) ? call(floor(from), floor(to), ...rest) : NUM,
  );
}

function inRange(serial: number): Scalar {
  return inCalendar(serial) ? serial : NUM;
}

/** The same day some months later, or the last day of a shorter month. */
function monthsOn(serial: number, months: number): Scalar {
  const { year, month, day } = civilOf(serial);
  const first = serialOf(year, month + trunc(months), 1);
  if (!inCalendar(first)) return NUM;
  const target = civilOf(first);
  return inRange(first + Math.min(day, daysInMonth(target.year, target.month)) - 1);
}

function clockOf(serial: number): { hour: number; minute: number; second: number } {
  // Excel rounds to the second before it extracts the parts.
  const seconds = Math.round(splitMoment(serial).millis / 1000) % 86400;
  return { hour: floor(seconds / 3600), minute: floor(seconds / 60) % 60, second: seconds % 60 };
}

/** Monday is 1, Sunday 7. */
function isoWeekday(serial: number): number {
  return ((((floor(serial) - 2) % 7) + 7) % 7) + 1;
}

/** Which day each return type of WEEKDAY and WEEKNUM calls the first, as an ISO weekday. */
const firstDays: Readonly<Record<number, number>> = {
  1: 7,
  2: 1,
  11: 1,
  12: 2,
  13: 3,
  14: 4,
  15: 5,
  16: 6,
  17: 7,
};

function isoWeek(serial: number): number {
  const thursday = floor(serial) - isoWeekday(serial) + 4;
  return floor((thursday - serialOf(civilOf(thursday).year, 1, 1)) / 7) + 1;
}

function dateDifference(from: number, to: number, unit: string): Scalar {
  if (from > to) return NUM;
  const [a, b] = [civilOf(from), civilOf(to)];
  const months = (b.year - a.year) * 12 + b.month - a.month - (b.day < a.day ? 1 : 0);
  switch (unit.toUpperCase()) {
    case 'Y':
      return floor(months / 12);
    case 'M':
      return months;
    case 'D':
      return to - from;
    case 'YM':
      return months % 12;
    case 'MD':
      return b.day >= a.day ? b.day - a.day : to - serialOf(b.year, b.month - 1, a.day);
    case 'YD': {
      const sameYear = serialOf(b.year, a.month, a.day);
      return to - (sameYear <= to ? sameYear : serialOf(b.year - 1, a.month, a.day));
    }
    default:
      return NUM;
  }
}

function twoNumbers(first: Scalar, second: Scalar): [number, number] | FormulaError {
  const [a, b] = [toNumber(first), toNumber(second)];
  if (isError(a)) return a;
  return isError(b) ? b : [floor(a), floor(b)];
}

export const dateFunctions: FunctionGroup = {
  DATE: numberFunction(3, 'DATE', (year = 0, month = 0, day = 0) => {
    if (year < 0 || year >= 10000) return NUM;
    const full = trunc(year) < 1900 ? trunc(year) + 1900 : trunc(year);
    return inRange(serialOf(full, trunc(month), trunc(day)));
  }),
  TIME: numberFunction(3, 'TIME', (hour = 0, minute = 0, second = 0) => {
    const seconds = trunc(hour) * 3600 + trunc(minute) * 60 + trunc(second);
    return seconds < 0 || !(seconds < 2 ** 31) ? NUM : (seconds % 86400) / 86400;
  }),
  YEAR: dayFunction(1, 'BIGINT', (serial) => civilOf(serial).year),
  MONTH: dayFunction(1, 'BIGINT', (serial) => civilOf(serial).month),
  DAY: dayFunction(1, 'BIGINT', (serial) => civilOf(serial).day),
  HOUR: dayFunction(1, 'BIGINT', (serial) => clockOf(serial).hour),
  MINUTE: dayFunction(1, 'BIGINT', (serial) => clockOf(serial).minute),
  SECOND: dayFunction(1, 'BIGINT', (serial) => clockOf(serial).second),
  DATEVALUE: textFunction(1, 'DATE', (text) => {
    const serial = serialOfText(text);
    return serial === undefined ? VALUE : floor(serial);
  }),
  TIMEVALUE: textFunction(1, 'TIME', (text) => {
    const serial = serialOfText(text);
    return serial === undefined ? VALUE : serial - floor(serial);
  }),
  EDATE: dayFunction(2, 'DATE', (serial, months = 0) => monthsOn(serial, months)),
  EOMONTH: dayFunction(2, 'DATE', (serial, months = 0) => {
    const { year, month } = civilOf(serial);
    return inRange(serialOf(year, month + trunc(months) + 1, 0));
  }),
  WEEKDAY: dayFunction([1, 2], 'BIGINT', (serial, kind = 1) => {
    if (trunc(kind) === 3) return isoWeekday(serial) - 1;
    const first = firstDays[trunc(kind)];
    return first === undefined ? NUM : ((isoWeekday(serial) - first + 7) % 7) + 1;
  }),
  WEEKNUM: dayFunction([1, 2], 'BIGINT', (serial, kind = 1) => {
    if (trunc(kind) === 21) return isoWeek(serial);
    const first = firstDays[trunc(kind)];
    if (first === undefined) return NUM;
    const newYear = serialOf(civilOf(serial).year, 1, 1);
    return floor((floor(serial) - newYear + ((isoWeekday(newYear) - first + 7) % 7)) / 7) + 1;
  }),
  ISOWEEKNUM: dayFunction(1, 'BIGINT', isoWeek),
  DATEDIF: scalarFunction(3, 'BIGINT', ([from = null, to = null, unit = null]) => {
    const days = twoNumbers(from, to);
    if (isError(days)) return days;
    if (typeof unit !== 'string') return NUM;
    return inCalendar(days[0]) && inCalendar(days[1]) ? dateDifference(...days, unit) : NUM;
  }),
  DAYS: twoDaysFunction(2, 'BIGINT', (to, from) => to - from),
  DAYS360: twoDaysFunction([2, 3], 'BIGINT', (from, to, european = 0) => {
    const basis = european === 0 ? 0 : 4;
    const [earlier, later] = from <= to ? [from, to] : [to, from];
    return Math.round(yearFraction(earlier, later, basis) * 360) * (from <= to ? 1 : -1);
  }),
  YEARFRAC: twoDaysFunction([2, 3], 'DOUBLE', (from, to, basis = 0) => {
    const kind = trunc(basis);
    if (kind < 0 || kind > 4) return NUM;
    return yearFraction(Math.min(from, to), Math.max(from, to), kind);
  }),
  NETWORKDAYS: twoDaysFunction([2, 3], 'BIGINT', networkDays),
  WORKDAY: dayFunction([2, 3], 'DATE', (from, days = 0, holiday) =>
    Math.abs(days) > 3_000_000 ? NUM : inRange(addWorkdays(floor(from), trunc(days), holiday)),
  ),
};
