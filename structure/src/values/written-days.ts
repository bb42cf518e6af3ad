import { readPeriod } from './periods.js';

const MILLIS_A_DAY = 86_400_000;

const weekdayBefore = /^(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\.?,?\s+(?=\d)/i;

/** `Mon 03/03/2025`, `Tuesday, 4 March 2025` */
export const withoutWeekday = (text: string) =>
  text.charCodeAt(0) > digitNine ? text.replace(weekdayBefore, '') : text;

const digitNine = '9'.charCodeAt(0);

/** A written date, such as `令和7年4月1日`, `R7.4.1` or `4 July 2025`, as days since 1970-01-01. */
export function readWrittenDay(written: string): number | undefined {
  const text = withoutWeekday(written);
  if (!/[年月\p{L}]/u.test(text)) return undefined;
  const period = readPeriod(text);
  if (period?.kind !== 'day' || period.value.startsWith('--')) return undefined;
  const millis = Date.parse(`${period.value}T00:00:00Z`);
  // 31 April parses as 1 May in some engines and fails in others.
  const exists = !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(period.value);
  return exists ? millis / MILLIS_A_DAY : undefined;
}
