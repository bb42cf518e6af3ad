import type { Message } from '@workbook-data-service/contract/messages/message';
import type { Dialect } from '@workbook-data-service/sheets';
import type { ColumnReader } from '@workbook-data-service/sheets/columns';
import {
  type ColumnData,
  emptyData,
  type TypedData,
  valueWriter,
} from '@workbook-data-service/sheets/columns';
import { isoDate, isoTime, isoTimestamp, millisOfDays } from '@workbook-data-service/sheets/dates';
import { SAFE_DIGITS } from '@workbook-data-service/sheets/exact-numbers';
import { CellKind } from '@workbook-data-service/sheets/grid';
import type { CellValue, ColumnType } from '@workbook-data-service/sheets/values';
import { CellRefused, castCell, sayOfValue } from '@workbook-data-service/sheets/values';
import { LONGEST_TEXT } from '@workbook-data-service/sheets/xlsx';
import { type Notation, notationOf, readTextAs } from '@workbook-data-service/structure/values';
import { unguarded } from '../../core/guard-formulas.js';

/** Called with the sheet rows of cells that do not fit their column, or that were read in another way than written. */
interface CastReport {
  refused(row: number, reason: Message): void;
  read?(row: number, text: string, value: CellValue): void;
}

interface CastType {
  type: ColumnType;
  guarded?: boolean | undefined;
  /** Whether formulas count as empty. */
  withoutFormulas?: boolean | undefined;
  /** Whether an empty cell is a text without characters. */
  isEmptyText?: ((row: number) => boolean) | undefined;
}

/** The types whose values are collected as numbers; all others are collected as canonical text. */
const numberTypes: Partial<Record<ColumnType, TypedData['type']>> = {
  BIGINT: 'BIGINT',
  INTEGER: 'BIGINT',
  DOUBLE: 'DOUBLE',
  BOOLEAN: 'BOOLEAN',
};

/** The cells of a column, in the given rows of its sheet, as values of the column's type. */
export function castCells(
  cells: ColumnReader,
  rows: Uint32Array,
  cast: CastType,
  dialect: Dialect | null,
  report: CastReport,
): ColumnData {
  const values = castEach(cells, rows, cast, dialect, report);
  const numberType = numberTypes[cast.type];
  if (!numberType) return { type: 'VARCHAR', textAt: (row) => (values[row] ?? null) as string | null };
  const data = emptyData(numberType, rows.length);
  const write = valueWriter(data);
  for (const [row, value] of values.entries()) {
    if (value !== null) write(row, typeof value === 'string' ? BigInt(value) : Number(value));
  }
  return data;
}

function castEach(
  cells: ColumnReader,
  rows: Uint32Array,
  { type, guarded = false, withoutFormulas = false, isEmptyText }: CastType,
  dialect: Dialect | null,
  report: CastReport,
): CellValue[] {
  let notation: Notation | undefined;
  /** What plainly spells no value may still be one as people write it. */
  const readAgain = (row: number): CellValue | undefined => {
    if (cells.kind(row) !== CellKind.text) return undefined;
    const text = textAt(cells, row, guarded);
    notation ??= notationOf(cells, dialect);
    const value = readTextAs(text, type, notation);
    if (value !== undefined) report.read?.(row, text, value);
    return value;
  };
  return Array.from(rows, (row) => {
    if (withoutFormulas && cells.column?.formulas.has(row)) return null;
    if (type === 'VARCHAR' && cells.kind(row) === CellKind.empty && isEmptyText?.(row)) return '';
    const plain = unlessRefused(() => valueAt(cells, row, type, guarded));
    if (!(plain instanceof CellRefused)) return plain;
    const again = unlessRefused(() => readAgain(row));
    const value = again === undefined ? plain : again;
    if (!(value instanceof CellRefused)) return value;
    report.refused(row, value.said);
    return null;
  });
}

function unlessRefused<Value>(read: () => Value): Value | CellRefused {
  try {
    return read();
  } catch (error) {
    if (error instanceof CellRefused) return error;
    throw error;
  }
}

/** Without the guard before formulas. */
function textAt(cells: ColumnReader, row: number, guarded: boolean): string {
  return guarded ? unguarded(cells.text(row)) : cells.text(row);
}

function valueAt(cells: ColumnReader, row: number, type: ColumnType, guarded: boolean): CellValue {
  switch (cells.kind(row)) {
    case CellKind.text:
      return fromText(textAt(cells, row, guarded), type);
    case CellKind.number:
    case CellKind.date:
      return fromNumber(cells, row, type);
    case CellKind.boolean:
      return type === 'JSON' ? String(cells.number(row) === 1) : castCell(cells.number(row) === 1, type);
    case CellKind.error:
      throw new CellRefused(sayOfValue('cell-error'));
    default:
      if (cells.column?.formulas.has(row)) throw new CellRefused(sayOfValue('cell-formula-unresolved'));
      return null;
  }
}

/** The largest double with 15 or 16 digits, as programs save it, is none. */
const roundedMaxDouble = /^-?1\.7976931348623(?:2|16)E\+?308$/i;

/** A cell without text is empty, as a spreadsheet shows it; in other columns than those of text so are blanks. */
function fromText(text: string, type: ColumnType): CellValue {
  if (text === '') return null;
  if (type === 'VARCHAR') return castCell(text, type);
  if (text.trim() === '') return null;
  if (type === 'DOUBLE' && roundedMaxDouble.test(text)) return Math.sign(parseFloat(text)) * Number.MAX_VALUE;
  return type === 'JSON' ? jsonText(text) : castCell(text, type);
}

/** A text that the export has cut is no longer JSON, but may still be what was exported. */
function jsonText(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    // One less where half a character would have been left.
    if (text.length < LONGEST_TEXT - 1) throw new CellRefused(sayOfValue('cell-not-json'));
  }
  return castCell(text, 'VARCHAR') as string;
}

/** Dates and times are serials, whatever their format shows. */
function fromNumber(cells: ColumnReader, row: number, type: ColumnType): CellValue {
  const value = cells.number(row);
  switch (type) {
    case 'VARCHAR':
      return cells.rendered(row);
    case 'JSON':
      return String(value);
    case 'BOOLEAN':
      return castCell(value === 0 || value === 1 ? value === 1 : value, type);
    case 'DATE':
      return dateOf(cells.days(row));
    case 'TIMESTAMP':
      return timestampOf(cells.days(row));
    case 'TIMESTAMPTZ':
      return `${timestampOf(cells.days(row))}Z`;
    case 'TIME':
      return timeOf(value);
    case 'INTEGER':
    case 'DOUBLE':
      return castCell(value, type);
    case 'BIGINT':
      return bigintOf(value);
    default:
      return decimalOf(value, type);
  }
}

const [MIN_BIGINT, MAX_BIGINT] = ['-9223372036854775808', '9223372036854775807'];

/** A long integer as the double is printed, with zeros for the digits that it does not keep. */
function bigintOf(value: number): CellValue {
  if (isRoundedLimit(value, MAX_BIGINT)) return value < 0 ? MIN_BIGINT : MAX_BIGINT;
  return castCell(value, 'BIGINT');
}

/** Fifteen digits, as in spreadsheets, where others are noise: a sum such as 0.1 + 0.2 has two places. */
function decimalOf(value: number, type: ColumnType): CellValue {
  const max = maxDecimal(type);
  if (isRoundedLimit(value, max)) return value < 0 ? `-${max}` : max;
  try {
    return castCell(value, type);
  } catch (error) {
    if (!(error instanceof CellRefused)) throw error;
    return castCell(Number(value.toPrecision(SAFE_DIGITS)), type);
  }
}

/** Whether a program saves the limit of a type as this number, which is beyond it. */
function isRoundedLimit(value: number, limit: string): boolean {
  if (limit.length <= SAFE_DIGITS) return false;
  const double = Number(limit);
  return [SAFE_DIGITS, SAFE_DIGITS + 1, SAFE_DIGITS + 2].some(
    (digits) => Number(double.toPrecision(digits)) === Math.abs(value),
  );
}

function maxDecimal(type: ColumnType): string {
  const [precision = 0, scale = 0] = (type.match(/\d+/g) ?? []).map(Number);
  return `${'9'.repeat(precision - scale)}${scale > 0 ? `.${'9'.repeat(scale)}` : ''}`;
}

function dateOf(days: number | undefined): string {
  if (days === undefined || !Number.isInteger(days)) throw new CellRefused(sayOfValue('cell-not-date'));
  return isoDate(days);
}

function timestampOf(days: number | undefined): string {
  if (days === undefined) throw new CellRefused(sayOfValue('cell-not-date'));
  return isoTimestamp(millisOfDays(days));
}

const LAST_MILLISECOND = 86_399_999;

function timeOf(days: number): string {
  if (days < 0 || days >= 1) throw new CellRefused(sayOfValue('cell-not-time-of-day'));
  return isoTime(Math.min(millisOfDays(days), LAST_MILLISECOND));
}
