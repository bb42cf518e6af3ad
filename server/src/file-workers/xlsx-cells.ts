import type { DuckDBDataChunk, DuckDBVector } from '@duckdb/node-api';
import { isoDate, isoTimestamp, serialOfUnixDays } from '@workbook-data-service/sheets/dates';
import { isKeptBySpreadsheets, SAFE_DIGITS } from '@workbook-data-service/sheets/exact-numbers';
import type { ColumnType } from '@workbook-data-service/sheets/values';
import {
  type BatchColumn,
  cellAt,
  type NumberMeaning,
  type TextCells,
  type XlsxCell,
} from '@workbook-data-service/sheets/xlsx';
import { readTexts } from './read-texts.js';
import { type RowRange, vectorMemory } from './vector-memory.js';

const DAY_MS = 86_400_000;
/** Smaller integers have no more digits than spreadsheet programs keep. */
const LONG_INTEGER = 10 ** SAFE_DIGITS;
/** Of a double and of a BIGINT. */
const NUMBER_BYTES = 8;

const meanings: Partial<Record<ColumnType, NumberMeaning>> = {
  DATE: 'date',
  TIME: 'time',
  TIMESTAMP: 'timestamp',
  TIMESTAMPTZ: 'timestamp',
};

export function meaningOf(type: ColumnType): NumberMeaning {
  return meanings[type] ?? 'number';
}

const INEXACT_NUMBERS = 'Some values of this column are text: as numbers, a spreadsheet would round them.';
const UNSHOWN_DATES =
  'Some dates of this column are text: spreadsheet programs disagree on dates before 1 March 1900, and have none after 9999.';

/** The note on the heading of a column that has texts in place of numbers; undefined where none are possible. */
export function noteOnTexts(type: ColumnType): string | undefined {
  if (type === 'BIGINT' || !isExact(type)) return INEXACT_NUMBERS;
  return type === 'DATE' || type === 'TIMESTAMP' || type === 'TIMESTAMPTZ' ? UNSHOWN_DATES : undefined;
}

/**
 * SQL that converts a column to doubles, booleans or text: dates and times to days, since 1970 or midnight.
 */
export function cellExpression(column: string, type: ColumnType): string {
  switch (type) {
    case 'DATE':
      return double(`case when isfinite(${column}) then ${column} - date '1970-01-01' end`);
    case 'TIMESTAMP':
    case 'TIMESTAMPTZ':
      return double(`case when isfinite(${column}) then ${days(column)} end`);
    case 'TIME':
      return double(days(column));
    case 'BIGINT':
    case 'BOOLEAN':
    case 'VARCHAR':
      return column;
    case 'JSON':
      return `${column}::varchar`;
    default:
      return isExact(type) ? double(column) : `${column}::varchar`;
  }
}

/** To the millisecond before, as programs round what is finer, and the last microsecond of a day would be the next day. */
function days(column: string): string {
  return `(epoch_us(${column}) // 1000)::double / 86400000`;
}

/** NaN leaves a cell empty like NULL, and a vector without NULLs is many times faster to read. */
function double(expression: string): string {
  return `coalesce((${expression})::double, 'nan'::double)`;
}

/** Whether a sheet keeps every value of the type; of a wider decimal each value decides. */
function isExact(type: ColumnType): boolean {
  return !type.startsWith('DECIMAL') || Number(/\d+/.exec(type)?.[0]) <= SAFE_DIGITS;
}

/**
 * The values of `cellExpression` in the form for a sheet; values that a cell cannot represent as a number
 * become text.
 */
export function readCells(
  chunk: DuckDBDataChunk,
  column: number,
  type: ColumnType,
  rows: RowRange,
): BatchColumn {
  switch (type) {
    case 'DATE':
      return dated(doubles(chunk, column, rows), isoDate);
    case 'TIMESTAMP':
    case 'TIMESTAMPTZ':
      return dated(doubles(chunk, column, rows), (unixDays) => isoTimestamp(Math.round(unixDays * DAY_MS)));
    case 'BIGINT':
      return integers(chunk, column, rows);
    case 'BOOLEAN':
      return booleans(chunk.getColumnVector(column), rows);
    case 'VARCHAR':
    case 'JSON':
      return readTexts(chunk, column, rows);
    default:
      return isExact(type)
        ? { numbers: doubles(chunk, column, rows), valid: null }
        : decimals(readTexts(chunk, column, rows), rows.count);
  }
}

/** Of a column without NULLs. */
export function doubles(chunk: DuckDBDataChunk, column: number, rows: RowRange): Float64Array {
  const { buffer, byteOffset, byteLength } = vectorMemory(chunk, column, rows, NUMBER_BYTES).items;
  return new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

function booleans(vector: DuckDBVector, rows: RowRange): XlsxCell[] {
  return Array.from({ length: rows.count }, (_, row) => vector.getItem(rows.from + row) as boolean | null);
}

/** A call and a bigint for each would take many times as long. */
function integers(chunk: DuckDBDataChunk, column: number, rows: RowRange): BatchColumn {
  const { items, isNull } = vectorMemory(chunk, column, rows, NUMBER_BYTES);
  const numbers = new Float64Array(rows.count);
  for (let row = 0; row < rows.count; row++) {
    const at = row * NUMBER_BYTES;
    const value = items.getInt32(at + 4, true) * 2 ** 32 + items.getUint32(at, true);
    numbers[row] = isNull(row) ? Number.NaN : value;
    if (Math.abs(numbers[row] as number) >= LONG_INTEGER) {
      return longIntegers(chunk.getColumnVector(column), rows);
    }
  }
  return { numbers, valid: null };
}

function longIntegers(vector: DuckDBVector, rows: RowRange): XlsxCell[] {
  return Array.from({ length: rows.count }, (_, row) => {
    const value = vector.getItem(rows.from + row) as bigint | null;
    return value === null ? null : numberOrText(String(value));
  });
}

/** Of more digits than programs keep, each would save other ones. */
function numberOrText(numeral: string): number | string {
  return isKeptBySpreadsheets(numeral) ? Number(numeral) : numeral;
}

function decimals(texts: TextCells, count: number): BatchColumn {
  const numerals = Array.from({ length: count }, (_, row) => cellAt(texts, row) as string | null);
  if (numerals.every((numeral) => numeral === null || isKeptBySpreadsheets(numeral))) {
    const numbers = Float64Array.from(numerals, (numeral) =>
      numeral === null ? Number.NaN : Number(numeral),
    );
    return { numbers, valid: null };
  }
  return numerals.map((numeral) => (numeral === null ? null : numberOrText(numeral)));
}

function dated(unixDays: Float64Array, inText: (unixDays: number) => string): BatchColumn {
  const serials = unixDays.map((day) => serialOfUnixDays(day) ?? Number.NaN);
  const isShown = (day: number, row: number) => Number.isNaN(day) || !Number.isNaN(serials[row]);
  if (unixDays.every(isShown)) return { numbers: serials, valid: null };
  return Array.from(unixDays, (day, row) => (isShown(day, row) ? (serials[row] as number) : inText(day)));
}
