import { columnLetters } from '@workbook-data-service/sheets/addresses';
import { CellKind, type CellRange } from '@workbook-data-service/sheets/grid';
import type { SheetCells } from '../sheet-cells.js';

/** A text as data: quoted, on one line, and cut, so that none ends its own quotation. */
export function quoted(text: string, maxLength: number): string {
  // Longer ones are not looked at to their end.
  const plain = text
    .slice(0, 4 * maxLength)
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const characters = [...plain];
  const isCut = characters.length > maxLength || text.length > 4 * maxLength;
  return JSON.stringify(isCut ? `${characters.slice(0, maxLength - 1).join('')}…` : plain);
}

const longFraction = /^-?\d{1,9}\.\d{5,}$/;

/** A cell as the sheet has it: texts in quotation marks, anything else without, and so are numbers of a text file. */
export function cellText(
  cells: SheetCells,
  row: number,
  column: number,
  { textLength, ofText }: { textLength: number; ofText: boolean },
): string {
  const text = cells.text(row, column);
  const isQuoted =
    cells.column(column).kind(row) === CellKind.text && !(ofText && cells.isNumber(row, column));
  if (isQuoted) return quoted(text, textLength);
  // Digits that nobody reads cost as much as words.
  if (longFraction.test(text)) return String(Number(Number(text).toPrecision(6)));
  return text.length > textLength ? `${text.slice(0, textLength - 1)}…` : text;
}

export function rangeText({ top, left, bottom, right }: CellRange): string {
  const [first, last] = [addressText(top, left), addressText(bottom, right)];
  return first === last ? first : `${first}:${last}`;
}

export const addressText = (row: number, column: number): string => `${columnLetters(column)}${row + 1}`;

/** `3-9, 12`; rows count from 0, and only the first runs are told. */
export function rowsText(rows: Iterable<number>, maxRuns = 12): string {
  const runs: [number, number][] = [];
  for (const row of [...rows].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && row - last[1] <= 1) last[1] = row;
    else runs.push([row, row]);
  }
  const told = runs
    .slice(0, maxRuns)
    .map(([first, last]) => (first === last ? `${first + 1}` : `${first + 1}-${last + 1}`));
  return [...told, ...(runs.length > maxRuns ? ['…'] : [])].join(', ');
}
