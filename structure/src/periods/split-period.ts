import { monthName } from '../values/month-names.js';
import { type Period, readPeriod } from '../values/periods.js';

/** A heading such as `4月計画` or `Sales 2024`: the period, as written and as read, and the rest. */
export interface PeriodAndMeasure {
  text: string;
  period: Period;
  measure: string;
}

/** Where a period may end and the measure begin, or the other way round. */
const border =
  /[\s_:：・()（）[\]-]+|(?<=[年月期度末])(?=[^\d年月期度末])|(?<=[^\d])(?=(?:\d{4}年|令和|平成))/g;
const mayHavePeriod = new RegExp(`\\d|期|年|\\b(?:${monthName})\\b`, 'i');
const edges = /^[\s_:：・()（）[\]-]+|[\s_:：・()（）[\]-]+$/g;

/** Null for a heading without a period, or with nothing else. */
export function splitPeriod(heading: string): PeriodAndMeasure | null {
  if (heading.length > 40 || !mayHavePeriod.test(heading)) return null;
  for (const { index, 0: gap } of [...heading.matchAll(border)].toReversed()) {
    const parts = [heading.slice(0, index), heading.slice(index + gap.length)].map((part) =>
      part.replaceAll(edges, ''),
    );
    for (const [text = '', measure = ''] of [parts, parts.toReversed()]) {
      const period = measure === '' ? null : readPeriod(text);
      if (period) return { text, period, measure };
    }
  }
  return null;
}
