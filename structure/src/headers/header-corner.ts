import { readPeriod } from '../values/periods.js';
import type { HeaderLabel } from './read-header.js';

/**
 * Where the last header row names the key columns and nothing else, the labels above these say what runs across: `Year`
 * beside `2023 | 2024`, over `Country | Unit`. Returns the labels of each column without them.
 */
export function withoutCorner(headers: HeaderLabel[][], headerRows: readonly number[]): HeaderLabel[][] {
  return withoutNamesOfPeriods(headers, headerRows);
}

/** `Year`, `月`: what periods are called, and no measure of theirs. */
export const namesPeriods = (text: string) => namesOfPeriods.test(text.normalize('NFKC').trim());

const namesOfPeriods =
  /^(?:(?:暦|西暦|会計)?年(?:度|次|月)?|月|四半期|(?:fiscal |calendar )?years?|months?|quarters?|weeks?|periods?)$/i;
/** Fewer periods may be any columns. */
const minPeriods = 3;

/** `年` over `年齢`, left of `2023年 | 2024年`: above the last header row it says what runs across, and names no column. */
function withoutNamesOfPeriods(headers: HeaderLabel[][], headerRows: readonly number[]): HeaderLabel[][] {
  const isPeriod = (labels: readonly HeaderLabel[]) =>
    labels.some(({ text }) => readPeriod(text) || /^\d{1,2}年$/.test(text.normalize('NFKC')));
  const keys = headers.findIndex(isPeriod);
  if (keys < 1 || headers.filter(isPeriod).length < minPeriods) return headers;
  const last = headerRows.at(-1) ?? 0;
  const isAcross = ({ row, text }: HeaderLabel) => row < last && namesPeriods(text);
  const left = headers.map((labels, at) => (at < keys ? labels.filter((label) => !isAcross(label)) : labels));
  // The labels of the rows keep the only name that they have.
  return left[0]?.length === 0 ? headers : left;
}
