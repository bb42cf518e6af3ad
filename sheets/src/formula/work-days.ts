import { civilOf, daysInMonth, serialOf } from './civil-days.js';

/**
 * The number of weekdays before this day since a Monday far back; a difference of two counts those between.
 */
function weekdaysBefore(serial: number): number {
  const days = Math.floor(serial) - 2;
  const weeks = Math.floor(days / 7);
  return weeks * 5 + Math.min(5, days - weeks * 7);
}

function isWeekday(serial: number): boolean {
  return weekdaysBefore(serial + 1) > weekdaysBefore(serial);
}

/** Monday to Friday, both ends counted; negative where the end is before the start. */
export function networkDays(from: number, to: number, holiday?: number): number {
  const [first, last] = from <= to ? [from, to] : [to, from];
  const off = holiday === undefined ? Number.NaN : Math.floor(holiday);
  const free = off >= first && off <= last && isWeekday(off) ? 1 : 0;
  const days = weekdaysBefore(last + 1) - weekdaysBefore(first) - free;
  return from <= to ? days : -days;
}

/** The day a number of working days later; skips whole weeks instead of walking them. */
export function addWorkdays(from: number, days: number, holiday?: number): number {
  const step = days < 0 ? -1 : 1;
  const off = holiday === undefined ? Number.NaN : Math.floor(holiday);
  const walk = (start: number, count: number): number => {
    let day = start + step * Math.floor(count / 5) * 7;
    let left = count % 5;
    // A start on a weekend that moves by whole weeks must still end on a weekday.
    if (left === 0 && count > 0 && !isWeekday(day)) {
      day -= step * 7;
      left = 5;
    }
    while (left > 0) {
      day += step;
      if (isWeekday(day)) left -= 1;
    }
    return day;
  };
  const end = walk(from, Math.abs(days));
  const passed = days > 0 ? off > from && off <= end : off < from && off >= end;
  return passed && isWeekday(off) ? walk(end, 1) : end;
}

/** The fraction of a year between two days, the earlier first, by Excel's five conventions. */
export function yearFraction(from: number, to: number, basis: number): number {
  if (basis === 2) return (to - from) / 360;
  if (basis === 3) return (to - from) / 365;
  if (basis === 1) return (to - from) / averageYear(from, to);
  return days360(from, to, basis === 4) / 360;
}

function averageYear(from: number, to: number): number {
  const [a, b] = [civilOf(from), civilOf(to)];
  const withinYear =
    a.year === b.year ||
    (b.year === a.year + 1 && (a.month > b.month || (a.month === b.month && a.day >= b.day)));
  if (!withinYear) {
    return (serialOf(b.year + 1, 1, 1) - serialOf(a.year, 1, 1)) / (b.year - a.year + 1);
  }
  if (a.year === b.year) return serialOf(a.year + 1, 1, 1) - serialOf(a.year, 1, 1);
  const holdsLeapDay = [a.year, b.year].some((year) => {
    const leapDay = serialOf(year, 2, 29);
    return daysInMonth(year, 2) === 29 && leapDay >= from && leapDay <= to;
  });
  return holdsLeapDay ? 366 : 365;
}

function days360(from: number, to: number, european: boolean): number {
  const [a, b] = [civilOf(from), civilOf(to)];
  let [first, last] = [a.day, b.day];
  if (european) {
    first = Math.min(first, 30);
    last = Math.min(last, 30);
  } else {
    const endsFebruary = a.month === 2 && a.day === daysInMonth(a.year, 2);
    if (endsFebruary && b.month === 2 && b.day === daysInMonth(b.year, 2)) last = 30;
    if (endsFebruary || first === 31) first = 30;
    if (last === 31 && first === 30) last = 30;
  }
  return (b.year - a.year) * 360 + (b.month - a.month) * 30 + last - first;
}
