import type { ColumnType } from './column-types.js';
import { literal } from './sql-text.js';

/** A spreadsheet program saves numbers with 15 digits. */
const DOUBLE_TOLERANCE = 5e-15;
const MILLISECOND_US = 1000;
/** Decimals with more digits than any double prints are texts in a sheet, and exact. */
const MOST_DIGITS_OF_NUMBER = 17;
const LONGEST_TEXT = 32_767;

/**
 * SQL for whether a file, saved without an edit of the cell, would show the first value as the second: a sheet rounds
 * numbers and times, cuts long texts and has no empty texts. Equal values are decided first, which is nearly always.
 * JSON is given as text.
 */
export function isSameInFile(value: string, inFile: string, type: ColumnType): string {
  const same = looselySame(value, inFile, type);
  const equal = `${value} is not distinct from ${inFile}`;
  return same === null ? `(${equal})` : `(case when ${equal} then true else coalesce(${same}, false) end)`;
}

/** Null for types that a file holds exactly. */
function looselySame(value: string, inFile: string, type: ColumnType): string | null {
  switch (type) {
    case 'DOUBLE':
      return `case when ${inFile} is null then not isfinite(${value}) else ${sameDigits(value, inFile)} end`;
    case 'DATE':
      return `${inFile} is null and not isfinite(${value})`;
    case 'TIMESTAMP':
    case 'TIMESTAMPTZ':
      return `case when ${inFile} is null then not isfinite(${value}) else ${sameMoment(value, inFile)} end`;
    case 'TIME':
      return sameMoment(value, inFile);
    case 'VARCHAR':
      return sameText(value, inFile);
    case 'JSON':
      return sameJson(value, inFile);
    case 'BIGINT':
    case 'INTEGER':
    case 'BOOLEAN':
      return null;
    default:
      return sameDecimal(value, inFile, type);
  }
}

function sameDigits(value: string, inFile: string): string {
  return `abs(${value} - ${inFile}) <= abs(${value}) * ${DOUBLE_TOLERANCE}`;
}

function sameDecimal(value: string, inFile: string, type: string): string {
  const [precision = 0, scale = 0] = (/\((\d+),(\d+)\)/.exec(type) ?? []).slice(1).map(Number);
  const same = sameDigits(`${value}::double`, `${inFile}::double`);
  if (precision <= MOST_DIGITS_OF_NUMBER) return same;
  return `abs(${value}::double) < 1e${MOST_DIGITS_OF_NUMBER - scale} and ${same}`;
}

function sameMoment(value: string, inFile: string): string {
  return `abs(epoch_us(${value}) - epoch_us(${inFile})) < ${MILLISECOND_US}`;
}

/** Line ends may change, characters that XML lacks may vanish, and a text that is too long for a cell is cut. */
function sameText(value: string, inFile: string): string {
  const [whole, held] = [plainText(value), plainText(`coalesce(${inFile}, '')`)];
  const isCut = `${units(value)} > ${LONGEST_TEXT} and ${units(inFile)} >= ${LONGEST_TEXT - 1}`;
  return `case when strlen(${value}) <= ${LONGEST_TEXT} then ${whole} = ${held}
    else starts_with(${whole}, ${held}) and (${isCut}) end`;
}

/** JSON is text in a sheet, written in another way or cut. */
function sameJson(value: string, inFile: string): string {
  return `case when json_valid(${inFile}) then json(${value})::varchar = json(${inFile})::varchar
    else ${sameText(value, inFile)} end`;
}

/** Characters that XML cannot have, and that not every program escapes. */
const UNWRITABLE = String.fromCharCode(
  ...Array.from({ length: 0x20 }, (_, code) => code).filter((code) => ![0, 0x09, 0x0a, 0x0d].includes(code)),
  0xfffe,
  0xffff,
);

function plainText(text: string): string {
  const lines = `replace(replace(${text}, '\r\n', '\n'), '\r', '\n')`;
  return `translate(${lines}, ${literal(UNWRITABLE)}, '')`;
}

/** The length in UTF-16, in which a character beyond the first 65,536 counts twice. */
function units(text: string): string {
  return `(length(${text}) + length(regexp_replace(${text}, '[^\\x{10000}-\\x{10FFFF}]', '', 'g')))`;
}
