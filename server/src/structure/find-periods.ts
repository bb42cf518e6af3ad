import { splitUnit } from './header-units.js';
import { saysComputed, saysTotal } from './lines/line-words.js';
import type { HeaderLabel } from './read-header.js';
import { type PeriodKind, readPeriod } from './reshape/periods.js';

/**
 * The content of a crosstab column: one measure in one period, or something computed from several periods.
 */
export interface PeriodColumn {
  period?: string;
  measure?: string;
  derived?: boolean;
}

interface ReadColumn {
  kind?: PeriodKind;
  period?: string;
  measure: string;
}

const footnoteMark = /\s*(?:[*†‡]+|\\\d+|\s\/?\d\/?|\(\d\)|\[\d\])\s*$/;
/** Most combinations of period and measure must exist, or the columns are not a crosstab. */
const crossed = 0.6;

/**
 * The columns in which periods run across, by position; null if they do not. Totals of the periods, and
 * coarser periods between finer ones, are derived.
 */
export function findPeriods(
  headers: readonly HeaderLabel[][],
  isValue: readonly boolean[],
): (PeriodColumn | undefined)[] | null {
  const read = headers.map((labels, at) => (isValue[at] ? readColumn(labels) : { measure: '' }));
  const kind = mainKind(read);
  if (!kind) return null;
  const main = read.filter((column) => column.kind === kind);
  const periods = new Set(main.map(({ period }) => period));
  const measures = new Set(main.map(({ measure }) => measure));
  const distinct = new Set(main.map(({ period, measure }) => `${period}\u0001${measure}`));
  if (periods.size < 2 || distinct.size < main.length) return null;
  if (main.length < crossed * periods.size * measures.size) return null;
  const first = read.findIndex((column) => column.kind === kind);
  return read.map((column, at) => {
    const named = measures.size > 1 ? { measure: column.measure } : {};
    if (column.kind === kind) return { period: column.period as string, ...named };
    if (at < first || !isValue[at]) return undefined;
    if (!column.kind && !isComputed(headers[at] ?? [])) return undefined;
    const measured = headers[at]?.find(({ text }) => measures.has(text));
    return { derived: true, ...(measured && measures.size > 1 ? { measure: measured.text } : {}) };
  });
}

/** The labels of a column that name its period, as written in the sheet but without footnote marks. */
export function periodText(labels: readonly HeaderLabel[], measure: string | undefined): string {
  const texts = labels.map(({ text }) => text);
  const periods = texts.map(withoutMarks).filter((text) => readPeriod(text) !== null);
  return (periods.length > 0 ? periods : texts.filter((text) => text !== measure)).join(' ');
}

/** `2005 \\1` is 2005 with a footnote, and 2005.0 is how some exports write it. */
const withoutMarks = (text: string) => text.replace(footnoteMark, '').replace(/^(\d{4})\.0$/, '$1');

/** A year above and a month below make one period; the rest of the labels is the measure. */
function readColumn(labels: readonly HeaderLabel[]): ReadColumn {
  const column: ReadColumn = { measure: '' };
  let year: number | undefined;
  const others: string[] = [];
  for (const { text } of labels) {
    const period = readPeriod(withoutMarks(text), year);
    if (!period) {
      others.push(text);
      continue;
    }
    if (period.kind === 'year') year = Number(period.value);
    column.kind = period.kind;
    column.period = period.value;
  }
  return { ...column, measure: splitUnit(others.join(' ')).name };
}

function mainKind(columns: readonly ReadColumn[]): PeriodKind | undefined {
  const counts = new Map<PeriodKind, number>();
  for (const { kind } of columns) if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return most < 2 ? undefined : [...counts].find(([, count]) => count === most)?.[0];
}

const isComputed = (labels: readonly HeaderLabel[]) =>
  labels.some(
    ({ text }) =>
      saysTotal(text) || saysComputed(text) || /前年|同期|\bchange\b|\bytd\b|通期|累計/i.test(text),
  );
