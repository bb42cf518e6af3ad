import { damaged, tooComplex } from '../core/file-error.js';
import { limits } from './limits.js';
import { clearXlsFormula } from './xls-clear-formula.js';
import { IGNORED_TYPE, xlsRecords } from './xls-records.js';

const BEGIN_OF_STREAM = 0x809;
const HYPERLINK = 0x1b8;
const HYPERLINK_TOOLTIP = 0x800;
const THEME = 0x896;

/**
 * The bytes up to and including the number of characters or items in a record; the parser never stops
 * counting where it is missing.
 */
const minBytes = new Map([
  [0x04, 8],
  [0x07, 1],
  [0x17, 2],
  [0x1e, 1],
  [0x5c, 1],
  [0x41e, 3],
]);

/** Prepares a workbook stream for the parser: no record may take it minutes or gigabytes. */
export function checkXlsRecords(stream: Buffer): void {
  let linked = 0;
  const isModern = stream.length >= 2 && stream.readUInt16LE(0) === BEGIN_OF_STREAM;
  for (const { type, startsAt, content } of xlsRecords(stream)) {
    if (content.length < (minBytes.get(type) ?? 0)) {
      throw damaged('file-record-cut-short');
    }
    // A theme is a zip archive of its own, which the parser would inflate without limits.
    if (type === THEME) stream.writeUInt16LE(IGNORED_TYPE, startsAt);
    clearXlsFormula(type, content, isModern);
    if (type === HYPERLINK) linked += linkedCells(content);
    if (type === HYPERLINK_TOOLTIP) linked += linkedCells(content.subarray(2));
    if (linked > limits.cells) throw tooComplex('file-hyperlinks');
  }
}

function linkedCells(range: Buffer): number {
  if (range.length < 8) return 0;
  const rows = range.readUInt16LE(2) - range.readUInt16LE(0) + 1;
  const columns = range.readUInt16LE(6) - range.readUInt16LE(4) + 1;
  return Math.max(0, rows) * Math.max(0, columns);
}
