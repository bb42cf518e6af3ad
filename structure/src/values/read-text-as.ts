import type { Dialect } from '@workbook-data-service/sheets';
import type { ColumnReader } from '@workbook-data-service/sheets/columns';
import { isoDate, isoTime, isoTimestamp } from '@workbook-data-service/sheets/dates';
import {
  type DateOrder,
  instantReader,
  settledOrders,
  timeReader,
  timestampReader,
} from '@workbook-data-service/sheets/text-values';
import type { CellValue, ColumnType } from '@workbook-data-service/sheets/values';
import { castCell } from '@workbook-data-service/sheets/values';
import { shownDateOrder } from './date-order.js';
import { type DecimalSign, decimalSignOf, withDecimalPoint } from './decimal-sign.js';
import { dayTexts, isMissingText, readNumberText } from './read-cells.js';
import { isMoney } from './read-number.js';

/** What the texts of a column show about how they are written. */
export interface Notation {
  decimalSign: DecimalSign;
  /** Undefined where nothing decides about the likes of 3/4/2025. */
  dateOrder: DateOrder | undefined;
  readDay: (text: string) => number | undefined;
}

export function notationOf(cells: ColumnReader, dialect: Dialect | null): Notation {
  const dateOrder = shownDateOrder(cells);
  return {
    decimalSign: decimalSignOf(cells.sheet, cells.column, dialect),
    dateOrder,
    readDay: dayTexts(dateOrder),
  };
}

/**
 * A text as a person means it in a column whose type is known: `１２`, `1,200` and `1.0` are whole numbers, `2026/2/28` a date
 * and `01:45 PM` a time. Null for a mark such as `n.a.`, undefined for what cannot be read. Throws `CellRefused` for a value
 * that the type cannot hold.
 */
export function readTextAs(written: string, type: ColumnType, notation: Notation): CellValue | undefined {
  if (type === 'VARCHAR' || type === 'JSON') return undefined;
  const text = written.normalize('NFKC').trim();
  if (isMissingText(text)) return null;
  const read = reading(text, type, notation);
  return read === undefined ? undefined : castCell(read, type);
}

function reading(text: string, type: ColumnType, notation: Notation): string | number | undefined {
  switch (type) {
    case 'BOOLEAN':
      return readTruth(text);
    case 'DATE':
      return readDay(text, notation);
    case 'TIME':
      return written(timeReader.read(text), (micros) => isoMicros(isoTime, micros));
    case 'TIMESTAMP':
      return readTimestamp(text, notation);
    case 'TIMESTAMPTZ':
      return (
        written(instantReader.read(text), (micros) => `${isoMicros(isoTimestamp, micros)}Z`) ??
        readTimestamp(text, notation)
      );
    default:
      return readNumeral(text, notation);
  }
}

function written(value: number | bigint | undefined, write: (value: bigint) => string): string | undefined {
  return value === undefined ? undefined : write(BigInt(value));
}

/** As spreadsheets keep truth, and scripts that know no missing truth write it. */
function readTruth(text: string): string | undefined {
  const [, digit] = /^([01])(?:\.0*)?$/.exec(text) ?? [];
  return digit && (digit === '1' ? 'true' : 'false');
}

/** Midnight is the day itself: scripts write dates with a time. */
function readDay(text: string, notation: Notation): string | undefined {
  const day = notation.readDay(text);
  if (day !== undefined) return isoDate(day);
  const [date, time] = readTimestamp(text, notation)?.split('T') ?? [];
  return time === '00:00:00' ? date : undefined;
}

function readTimestamp(text: string, { dateOrder, readDay: readDays }: Notation): string | undefined {
  for (const order of [...settledOrders, ...(dateOrder ? [dateOrder] : [])]) {
    const micros = timestampReader(order).read(text);
    if (micros !== undefined) return written(micros, (value) => isoMicros(isoTimestamp, value));
  }
  const day = readDays(text);
  return day === undefined ? undefined : `${isoDate(day)}T00:00:00`;
}

const MILLION = 1_000_000n;

/** Whole seconds as `iso` writes their milliseconds, and the microseconds behind them. */
function isoMicros(iso: (millis: number) => string, micros: bigint): string {
  const rest = ((micros % MILLION) + MILLION) % MILLION;
  const seconds = iso(Number((micros - rest) / 1000n));
  return rest === 0n ? seconds : `${seconds}.${String(rest).padStart(6, '0')}`;
}

const grouped = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;
const digits = /^[-+]?\d+(?:\.\d*)?$/;
/** More than a double keeps. */
const MAX_DIGITS = 15;

/** Digits stay as they are, however many they are; what is written around them is read as structuring reads it. */
function readNumeral(text: string, { decimalSign }: Notation): string | number | undefined {
  if (decimalSign === 'unclear' && text.includes(',')) return undefined;
  const pointed = decimalSign === 'comma' ? withDecimalPoint(text) : text;
  if (pointed === undefined) return undefined;
  const bare = grouped.test(pointed) ? pointed.replaceAll(',', '') : pointed;
  if (digits.test(bare)) return bare.replace(/\.0*$/, '');
  const number = readNumberText(pointed);
  const isAlone = number && (number.unit === '' || isMoney(number.unit));
  return isAlone && text.replaceAll(/\D/g, '').length <= MAX_DIGITS ? number.value : undefined;
}
