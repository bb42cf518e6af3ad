import { readPeriod } from '../values/periods.js';
import type { HeaderLabel } from './read-header.js';

/**
 * Where the last header row names the key columns and nothing else, the labels above these say what runs across: `Year`
 * beside `2023 | 2024`, over `Country | Unit`. Returns the labels of each column without them.
 */
export function withoutCorner(headers: HeaderLabel[][], headerRows: readonly number[]): HeaderLabel[][] {
  return withoutLabelsOverKeys(withoutNamesOfPeriods(headers, headerRows), headerRows);
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

function withoutLabelsOverKeys(headers: HeaderLabel[][], headerRows: readonly number[]): HeaderLabel[][] {
  const last = headerRows.at(-1);
  const isKey = (labels: readonly HeaderLabel[]) => labels.at(-1)?.row === last;
  const keys = headers.findIndex((labels) => !isKey(labels));
  const [named, across] = [headers.slice(0, keys), headers.slice(keys)];
  if (headerRows.length < 2 || keys < 2 || across.some((labels) => labels.length > 0 && isKey(labels)))
    return headers;
  const isRightBeside = named.every((labels, at) => labels.length === 1 || at === keys - 1);
  if (!isRightBeside && !isOverAll(named, areItems(across))) return headers;
  return headers.map((labels, at) => (at < keys ? labels.slice(-1) : labels));
}

/** Whether one label is over all keys; over names it may be that of a group. */
function isOverAll(keys: readonly HeaderLabel[][], areItemsAcross: boolean): boolean {
  const [first] = keys[0] ?? [];
  return (
    areItemsAcross &&
    first !== undefined &&
    keys.every(
      ([label, name]) => name !== undefined && label?.column === first.column && label.row === first.row,
    )
  );
}

/** Periods and ranges of numbers are what something is divided by. */
const areItems = (headers: readonly HeaderLabel[][]) =>
  headers.every((labels) => labels.every(({ text }) => /^[<>≤≥]?\s*\d/.test(text) || readPeriod(text)));
