import type { HeaderLabel } from '../headers/read-header.js';
import { saysComputed, saysTotal } from '../lines/line-vocabulary.js';

/** Whether a column is called a total of the periods, or a change between them. */
export const isComputed = (labels: readonly HeaderLabel[]) =>
  labels.some(
    ({ text }) =>
      saysTotal(text) || saysComputed(text) || /前年|同期|\bchange\b|\bytd\b|通期|累計/i.test(text),
  );

/** `1980 to 1984, average`. */
export const saysSpan = (labels: readonly HeaderLabel[]) =>
  isComputed(labels) && labels.some(({ text }) => /^\s*\d{4}\s*(?:to|[-–])\s*\d{4}(?!\d)/i.test(text));

/** `Average 2003 to 2012` beside 2013 and 2014: what it was computed from is not in the table. */
export function namesOtherYears(
  labels: readonly HeaderLabel[],
  periods: ReadonlySet<string | undefined>,
): boolean {
  const years = labels.flatMap(({ text }) => text.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? []);
  const known = new Set([...periods].map((period) => period?.slice(0, 4)));
  return years.length > 0 && !years.some((year) => known.has(year));
}
