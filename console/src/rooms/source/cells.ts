/** A rectangle of cells, corners included. Rows and columns count from 0. */
export interface CellRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

const ALPHABET = 26;
const FIRST_LETTER = 65;

/** As `A` for 0 and `AA` for 26. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(FIRST_LETTER + (column % ALPHABET));
  return column < ALPHABET ? last : columnLetters(Math.floor(column / ALPHABET) - 1) + last;
}

export function columnNumber(letters: string): number {
  return (
    [...letters.toUpperCase()].reduce(
      (sum, letter) => sum * ALPHABET + letter.charCodeAt(0) - FIRST_LETTER + 1,
      0,
    ) - 1
  );
}

const address = /^\$?([a-z]{1,3})\$?([1-9]\d{0,6})(?::\$?([a-z]{1,3})\$?([1-9]\d{0,6}))?$/i;

/** `B2` or `B2:D10`, with the corners in any order; null if it is no range. */
export function parseRange(text: string): CellRange | null {
  const match = address.exec(text.trim());
  if (!match) return null;
  const [, letters = '', digits = '', otherLetters = letters, otherDigits = digits] = match;
  const [a, b] = [columnNumber(letters), columnNumber(otherLetters)];
  const [from, to] = [Number(digits) - 1, Number(otherDigits) - 1];
  return { top: Math.min(from, to), left: Math.min(a, b), bottom: Math.max(from, to), right: Math.max(a, b) };
}

/** For texts of the service, which are ranges. */
export function rangeOf(text: string): CellRange {
  return parseRange(text) ?? { top: 0, left: 0, bottom: 0, right: 0 };
}

export const cellName = (row: number, column: number): string => `${columnLetters(column)}${row + 1}`;

export function formatRange({ top, left, bottom, right }: CellRange): string {
  const [first, last] = [cellName(top, left), cellName(bottom, right)];
  return first === last ? first : `${first}:${last}`;
}

export const isOneCell = ({ top, left, bottom, right }: CellRange): boolean =>
  top === bottom && left === right;

export const contains = (range: CellRange, row: number, column: number): boolean =>
  range.top <= row && row <= range.bottom && range.left <= column && column <= range.right;

export const overlap = (a: CellRange, b: CellRange): boolean =>
  a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right;

/** What is left of a rectangle beside another; null where nothing is, or where the rest is no rectangle. */
export function cutOff(range: CellRange, by: CellRange): CellRange | null {
  const isAcross = by.left <= range.left && by.right >= range.right;
  const isAlong = by.top <= range.top && by.bottom >= range.bottom;
  if (isAcross && isAlong) return null;
  if (isAcross && by.top <= range.top) return { ...range, top: by.bottom + 1 };
  if (isAcross && by.bottom >= range.bottom) return { ...range, bottom: by.top - 1 };
  if (isAlong && by.left <= range.left) return { ...range, left: by.right + 1 };
  if (isAlong && by.right >= range.right) return { ...range, right: by.left - 1 };
  return null;
}
