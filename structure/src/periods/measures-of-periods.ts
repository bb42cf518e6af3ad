import type { HeaderLabel } from '../headers/read-header.js';
import { markBehindPeriod } from '../values/period-marks.js';
import { readPeriod } from '../values/periods.js';
import { isComputed } from './computed-columns.js';
import type { ReadColumn } from './read-header-periods.js';
import { type PeriodAndMeasure, splitPeriod } from './split-period.js';

/** `Women | 1990 (1,000) | … | Women | 1990 (percent)`: units tell measures apart that have one name. */
export function withUnits(labelled: readonly ReadColumn[]): ReadColumn[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { period, measure } of labelled) {
    const key = `${period}\u0001${measure}`;
    if (seen.has(key)) repeated.add(measure);
    seen.add(key);
  }
  return labelled.map((column) =>
    column.kind && column.unit && repeated.has(column.measure)
      ? { ...column, measure: `${column.measure} (${column.unit})`.trim() }
      : column,
  );
}

/** A repeated period is less than this share of the columns, or the marks tell more than one from the other. */
const fewRepeated = 0.5;

/** `2000 | 2001 \\1 | 2001 \\2 | 2002`: footnotes tell two series apart where one goes over into the other. */
export function withMarksOfRepeated(
  headers: readonly HeaderLabel[][],
  labelled: readonly ReadColumn[],
): ReadColumn[] {
  const counts = new Map<string, number>();
  const keyOf = ({ period, measure }: ReadColumn) => `${period}\u0001${measure}`;
  for (const column of labelled) counts.set(keyOf(column), (counts.get(keyOf(column)) ?? 0) + 1);
  const isRepeated = (column: ReadColumn) =>
    column.kind !== undefined && (counts.get(keyOf(column)) ?? 0) > 1;
  if (labelled.filter(isRepeated).length >= fewRepeated * labelled.length) return [...labelled];
  return labelled.map((column, at) => {
    const mark = headers[at]?.map(({ text }) => markBehindPeriod(text)).find((found) => found !== undefined);
    return isRepeated(column) && mark ? { ...column, period: `${column.period} ${mark}` } : column;
  });
}

/** `4月計画`, `4月実績`, `5月計画`: columns whose period and measure are in one label, where they fully cross. */
export function inOneLabel(
  headers: readonly HeaderLabel[][],
  labelled: readonly ReadColumn[],
  isNumeric: (at: number) => boolean,
): ReadColumn[] {
  const split = headers.map((labels, at) => {
    const [only, ...others] = labels;
    const found = only && others.length === 0 && isNumeric(at) ? splitPeriod(only.text) : null;
    return found && !isComputed([{ ...only, text: found.measure }] as HeaderLabel[]) ? found : null;
  });
  const parts = split.flatMap((part) => part ?? []);
  const periods = new Set(parts.map(({ period }) => period.value));
  const measures = new Set(parts.map(({ measure }) => measure));
  if (parts.length !== periods.size * measures.size || areNumbered(headers, parts)) return [...labelled];
  return labelled.map((column, at) => {
    const part = split[at];
    return part
      ? { kind: part.period.kind, period: part.period.value, measure: part.measure, isSplit: true }
      : column;
  });
}

/** `age_1617 | age_1820 | age_2124`: where a number that is no year is in the place of one, the others are none either. */
function areNumbered(headers: readonly HeaderLabel[][], parts: readonly PeriodAndMeasure[]): boolean {
  const numbered = new Set(parts.filter(({ text }) => /^\d{4}$/.test(text)).map(({ measure }) => measure));
  return headers.some((labels) =>
    labels.some(({ text }) => {
      const [, name = '', number = ''] = /^(.*?)[\s_-]*(\d{4})$/.exec(text.trim()) ?? [];
      return numbered.has(name) && !readPeriod(number);
    }),
  );
}
