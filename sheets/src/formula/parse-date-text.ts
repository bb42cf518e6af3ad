import { daysInMonth, serialOf } from './civil-days.js';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const longMonths =
  /^(january|february|march|april|may|june|july|august|september|october|november|december)$/;

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const monthFirst = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4}|\d{2})$/;
const dayNamed = /^(\d{1,2})[- ]([a-z]{3,9})\.?[- ,]\s?(\d{4}|\d{2})$/;
const monthNamed = /^([a-z]{3,9})\.? (\d{1,2}), ?(\d{4})$/;
const monthAndYear = /^([a-z]{3,9})[- ](\d{4})$/;
const clock = /^(\d{1,4}):(\d{2})(?::(\d{2})(\.\d{1,6})?)?(?: ?([ap])m)?$/;

/** Longer texts are never dates. */
const LONGEST = 40;

/**
 * The serial of a date, a time or both, as US English Excel reads typed text. A date without a year is
 * refused: Excel would add the current year, so the result would depend on the day.
 */
export function serialOfText(text: string): number | undefined {
  const plain = text.trim().toLowerCase();
  if (plain.length > LONGEST || !/\d/.test(plain)) return undefined;
  const day = dayOf(plain);
  if (day !== undefined) return day;
  const time = timeOf(plain);
  if (time !== undefined) return time;
  const split = /^(.*?\d{2})(?:t| +)(\d{1,2}:.*?)z?$/.exec(plain);
  const [date, moment] = [dayOf(split?.[1] ?? ''), timeOf(split?.[2] ?? '')];
  return date === undefined || moment === undefined ? undefined : date + moment;
}

function dayOf(text: string): number | undefined {
  let match = yearFirst.exec(text);
  if (match) return checked(Number(match[1]), Number(match[3]), Number(match[4]));
  match = monthFirst.exec(text);
  if (match) return checked(fullYear(match[4]), Number(match[1]), Number(match[3]));
  match = dayNamed.exec(text);
  if (match) return checked(fullYear(match[3]), monthNumber(match[2]), Number(match[1]));
  match = monthNamed.exec(text);
  if (match) return checked(Number(match[3]), monthNumber(match[1]), Number(match[2]));
  match = monthAndYear.exec(text);
  return match ? checked(Number(match[2]), monthNumber(match[1]), 1) : undefined;
}

function timeOf(text: string): number | undefined {
  const match = clock.exec(text);
  if (!match) return undefined;
  const [, hour, minute, second = '0', fraction = '', half] = match;
  let hours = Number(hour);
  if (Number(minute) > 59 || Number(second) > 59) return undefined;
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return undefined;
    hours = (hours % 12) + (half === 'p' ? 12 : 0);
  }
  return (hours * 3600 + Number(minute) * 60 + Number(second + fraction)) / 86400;
}

function fullYear(text = ''): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 30 ? 2000 + year : 1900 + year;
}

function monthNumber(name = ''): number {
  return name.length === 3 || longMonths.test(name) ? months.indexOf(name.slice(0, 3)) + 1 : 0;
}

function checked(year: number, month: number, day: number): number | undefined {
  const fits = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return fits ? serialOf(year, month, day) : undefined;
}
