import type { HeaderLabel } from '../headers/read-header.js';
import { splitUnit } from '../values/header-units.js';
import {
  markBehindPeriod,
  readWithoutRemark,
  withoutMarks,
  yearWithoutRemark,
} from '../values/period-marks.js';
import { readPeriod, withoutMidnight } from '../values/periods.js';
import { isShortDay, isWeekday } from './header-days.js';
import { yearOf } from './read-header-periods.js';
import { splitPeriod } from './split-period.js';

/** The labels of a column that name its period, as written in the sheet but without footnote marks. */
export function periodText(
  labels: readonly HeaderLabel[],
  { period = '', measure }: { period?: string; measure?: string },
): string {
  // Only its mark tells it from another one.
  if (/^\d{4}\s\S/.test(period) && markBehindPeriod(period)) return period;
  const isDay = /-\d\d-\d\d$/.test(period) || /^---\d\d$/.test(period);
  const texts = labels.map(({ text }) =>
    isDay && isShortDay(text) ? text : withoutMidnight(yearWithoutRemark(withoutMarks(text))),
  );
  const hasWholeDay = texts.some((text) => readPeriod(text)?.value === period);
  const periods = texts.filter(
    (text) =>
      text !== measure &&
      (readPeriod(text, yearOf(period)) !== null ||
        readWithoutRemark(text, yearOf(period)) !== null ||
        (isDay && !hasWholeDay && isShortDay(text))),
  );
  if (periods.length > 0) return withoutQuarter(periods, period);
  const [only = '', ...others] = texts;
  if (measure && others.length === 0 && splitPeriod(only)?.measure === measure)
    return splitPeriod(only)?.text ?? only;
  return texts
    .filter((text) => text !== measure && !isWeekday(text))
    .map((text) => (/^\d{4}/.test(text) ? splitUnit(text).name : text))
    .join(' ');
}

/** `Q1 2025` over `Jan` is January 2025; which quarter that is in goes without saying. */
function withoutQuarter(texts: readonly string[], period: string): string {
  const isQuarter = (text: string) => ['quarter', 'half'].includes(readPeriod(text)?.kind ?? '');
  const others = texts.filter((text) => !isQuarter(text));
  if (others.length === texts.length || !/-\d\d$/.test(period)) return texts.join(' ');
  const hasYear =
    yearOf(period) === undefined || others.some((text) => yearOf(readPeriod(text)?.value ?? ''));
  return hasYear ? others.join(' ') : period;
}
