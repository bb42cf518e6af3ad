import type { HeaderLabel } from './read-header.js';
import { readPeriod } from './reshape/periods.js';

/**
 * Where the last header row names the key columns and nothing else, the labels above these say what runs across: `Year`
 * beside `2023 | 2024`, over `Country | Unit`. Returns the labels of each column without them.
 */
export function withoutCorner(headers: HeaderLabel[][], headerRows: readonly number[]): HeaderLabel[][] {
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
