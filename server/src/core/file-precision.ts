import { SAFE_DIGITS } from '@workbook-data-service/sheets/exact-numbers';
import type { ColumnType } from '@workbook-data-service/sheets/values';
import { literal } from './sql-text.js';

/** A spreadsheet program saves numbers with 15 digits. */
const DOUBLE_TOLERANCE = 5e-15;
const MILLISECOND_US = 1000;
const HUNDREDTH_US = 10_000;
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
    case 'INTEGER':
    case 'BOOLEAN':
      return null;
    default:
      return isLongNumber(type) ? isRoundedInFile(value, inFile, type) : null;
  }
}

function sameDigits(value: string, inFile: string): string {
  return `abs(${value} - ${inFile}) <= abs(${value}) * ${DOUBLE_TOLERANCE}`;
}

/** Whether values of the type may have more digits than spreadsheet programs keep. */
export function isLongNumber(type: ColumnType): boolean {
  const precision = type === 'BIGINT' ? 19 : Number(/^DECIMAL\((\d+)/.exec(type)?.[1] ?? 0);
  return precision > SAFE_DIGITS;
}

/**
 * SQL for whether a file has a long number as a program saved it: with the 15 digits of LibreOffice, the 16 of XlsxWriter,
 * or as the double that pandas makes of it. Any other number was written by somebody.
 */
export function isRoundedInFile(value: string, inFile: string, type: ColumnType): string {
  const double = `${value}::double`;
  const saved = [`printf('%.14e', ${double})`, `printf('%.15e', ${double})`, `${double}::varchar`];
  return `${inFile} in (${saved.map((text) => `try_cast(${text} as ${type})`).join(', ')})`;
}

/** LibreOffice cuts times in ods files to hundredths of a second. */
function sameMoment(value: string, inFile: string): string {
  const difference = `epoch_us(${value}) - epoch_us(${inFile})`;
  const isCut = `epoch_us(${inFile}) % ${HUNDREDTH_US} = 0 and ${difference} between 0 and ${HUNDREDTH_US - 1}`;
  return `(abs(${difference}) < ${MILLISECOND_US} or (${isCut}))`;
}

/** Line ends may change, characters that XML lacks may vanish, and a text that is too long for a cell is cut. */
function sameText(value: string, inFile: string): string {
  const [whole, held] = [value, inFile].map((text) => plainText(`coalesce(${text}, '')`));
  const isCut = `${units(value)} > ${LONGEST_TEXT} and ${units(inFile)} >= ${LONGEST_TEXT - 1}`;
  return `case when coalesce(strlen(${value}), 0) <= ${LONGEST_TEXT} then ${whole} = ${held}
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
