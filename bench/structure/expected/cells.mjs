// Addresses as people write them, and the texts and values behind them.
import { CellKind } from '#sheets/grid/grid.js';

/** `C` to 2. */
function columnNumber(letters) {
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number - 1;
}

/** `B3:F20` or `B3`, counted from 0. */
export function rangeOf(text) {
  const [from, to = from] = text.split(':');
  const corner = (address) => {
    const [, letters, row] = /^([A-Z]+)(\d+)$/.exec(address) ?? [];
    if (!letters) throw new Error(`${text} is not a range.`);
    return { column: columnNumber(letters), row: Number(row) - 1 };
  };
  const [start, end] = [corner(from), corner(to)];
  return { top: start.row, left: start.column, bottom: end.row, right: end.column };
}

/** `5-9, 12` as a set of rows counted from 0. */
export function rowsOf(text = '') {
  const rows = new Set();
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [first, last = first] = part.split('-').map(Number);
    for (let row = first; row <= last; row++) rows.add(row - 1);
  }
  return rows;
}

/** `B:D` or `B` as column numbers. */
export function columnsOf(text) {
  const [first, last = first] = text.split(':').map(columnNumber);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

export const isWithin = ({ top, left, bottom, right }, row, column) =>
  top <= row && row <= bottom && left <= column && column <= right;

/** Texts are the same whatever their spaces, widths and dots of indentation. */
export const plain = (text) =>
  String(text ?? '')
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replace(/^\.+(?!\d+$)/, '')
    // A label may lose the colon that sets off what it heads.
    .replace(/(?<=.):$/, '')
    // Some programs write 2007 as 2007.0.
    .replaceAll(/(?<![\d.])(\d+)\.0(?![\d.])/g, '$1');

/** Names are the same whatever joins their parts. */
export const plainName = (text) =>
  plain(text)
    .toLowerCase()
    .replaceAll(/[_/・:>|,、.()[\]「」【】《》<※*＊-]/g, '');

const MISSING = /^([-－―ー‐–—…･・.]+|\*+|n\/?a|x|\(x\)|\(na\)|nil)$/i;

/** A number as written, null for a mark of no value, undefined for anything else. */
export function numberIn(text) {
  const written = plain(text).replaceAll(/[,¥$€円%*]/g, '');
  if (written === '' || MISSING.test(plain(text))) return null;
  const negative = /^([△▲−-]|\(.*\)$)/.test(written);
  const digits = written.replaceAll(/[△▲−()-]/g, '');
  if (!/^\d*\.?\d+$|^\d+\.?$/.test(digits)) return undefined;
  return negative ? -Number(digits) : Number(digits);
}

const DAY_MS = 86_400_000;

/** What a cell has to become under a column of a type: undefined where that is not told. */
export function expectedValue(cells, row, column, type) {
  if (cells.isBlank(row, column)) return null;
  if (type === '-') return undefined;
  const reader = cells.column(column);
  const kind = reader.kind(row);
  if (kind === CellKind.date) {
    const days = reader.days(row);
    return days === undefined ? undefined : new Date(days * DAY_MS).toISOString().slice(0, 10);
  }
  if (kind === CellKind.error) return undefined;
  if (type.includes('n')) return kind === CellKind.number ? reader.number(row) : numberIn(reader.text(row));
  if (type.includes('d')) return undefined;
  return cells.text(row, column);
}

/** Whether a value in a table is the one expected. */
export function isSame(expected, made) {
  if (expected === undefined) return true;
  // A mark for no value may stay as it is written where a column has nothing else.
  if (expected === null) return made === null || (typeof made === 'string' && numberIn(made) === null);
  if (made === null) return false;
  if (typeof expected === 'number' && typeof made === 'number') {
    const near = (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
    return near(expected, made) || near(expected / 100, made);
  }
  if (/^\d{4}-\d\d-\d\d$/.test(expected)) return String(made).startsWith(expected);
  return plain(expected) === plain(made);
}

/** The row that a record comes from: labels may be of rows above, so it is that of the last cell, unless this is a mark in the row below. */
export function homeOf(sources) {
  const rows = sources.filter(Boolean).map(({ row }) => row);
  const count = (row) => rows.filter((other) => other === row).length;
  const last = rows.at(-1);
  return count(last - 1) > count(last) ? last - 1 : last;
}
