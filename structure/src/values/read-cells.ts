import type { Dialect } from '@workbook-data-service/sheets';
import type { ColumnCells, TypedData } from '@workbook-data-service/sheets/columns';
import { millisOfDays } from '@workbook-data-service/sheets/dates';
import { CellKind } from '@workbook-data-service/sheets/grid';
import {
  booleanReader,
  type DateOrder,
  dateReader,
  instantReader,
  rivalOrders,
  settledOrders,
  type TextReader,
  timeReader,
  timestampReader,
  withoutDecimalNoise,
} from '@workbook-data-service/sheets/text-values';
import { type DecimalSign, decimalSignOf, hasPointOrComma, withDecimalPoint } from './decimal-sign.js';
import { isMissingMark, readWrittenNumber, type WrittenNumber } from './read-number.js';
import { readWrittenDay, withoutWeekday } from './written-days.js';

/** Reads a cell that is not blank as a value of one type; undefined where it is not one. */
export interface CellReader {
  type: TypedData['type'];
  /** In which it reads the likes of 3/4/2025. */
  order?: DateOrder;
  read(cells: ColumnCells, row: number): number | bigint | undefined;
}

/** A mark such as `n.a.` or `-`, or what a failed formula left in a csv file. */
export function isMissingText(text: string): boolean {
  return isMissingMark(text) || /^\s*#(?:N\/A|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|NULL!)\s*$/.test(text);
}

/**
 * The number of a text cell. Codes such as `007`, and digits beyond the precision of a number, would lose
 * something as numbers.
 */
export function readNumberText(text: string, sign: DecimalSign = 'point'): WrittenNumber | undefined {
  const asWritten = text.normalize('NFKC').trim();
  if (sign === 'unclear' && asWritten.includes(',')) return undefined;
  const plain = sign === 'comma' ? withDecimalPoint(asWritten) : asWritten;
  if (plain === undefined || /^[-+]?0\d/.test(plain) || /^[-+]?\d{16,}$/.test(plain)) return undefined;
  const number = /^\d+e\d+$/i.test(plain) ? undefined : readWrittenNumber(plain);
  return number && { ...number, value: withoutDecimalNoise(number.value) };
}

/** The number of a cell that is not blank: a stored one, or the number of its text, by the decimal sign of its column. */
export function numberCell(
  cells: ColumnCells,
  row: number,
  dialect: Dialect | null,
): WrittenNumber | undefined {
  if (cells.kind(row) === CellKind.text) {
    const text = cells.text(row);
    const sign = hasPointOrComma(text) ? decimalSignOf(cells.sheet, cells.columnAt(row), dialect) : 'point';
    return readNumberText(text, sign);
  }
  if (cells.kind(row) !== CellKind.number) return undefined;
  const value = withoutDecimalNoise(cells.number(row));
  const isShare = cells.format(row) === 'percent';
  return { value, unit: '', isShare, isBracketed: false, hasFraction: !Number.isSafeInteger(value) };
}

/** Whether a cell has no value: blank, an error, or a mark such as `n.a.` */
export function isMissing(cells: ColumnCells, row: number): boolean {
  const kind = cells.kind(row);
  if (kind === CellKind.empty || kind === CellKind.error) return true;
  return kind === CellKind.text && (cells.isBlank(row) || isMissingText(cells.text(row)));
}

/** Tried in order. The readers of a group contradict each other, so exactly one of them may succeed. */
export function cellReaderGroups(): CellReader[][] {
  return [
    [booleanCells],
    [dayCells()],
    rivalOrders.map((order) => ({ order, ...ofTexts(dayReader(order)) })),
    [timeCells],
    [instantCells],
    [timestampCells],
    rivalOrders.map((order) => ({ order, ...ofTexts(timestampReader(order)) })),
  ];
}

function dayReader(order: DateOrder): TextReader {
  const { type, read } = dateReader(order);
  return { type, read: (text) => read(withoutWeekday(text)) };
}

function ofTexts({ type, read }: TextReader): CellReader {
  return {
    type,
    read: (cells, row) => (cells.kind(row) === CellKind.text ? read(cells.text(row).trim()) : undefined),
  };
}

/** The first that reads a text wins. */
function firstOf(readers: readonly TextReader[]): TextReader['read'] {
  return (text) => {
    for (const { read } of readers) {
      const value = read(text);
      if (value !== undefined) return value;
    }
    return undefined;
  };
}

export const booleanCells: CellReader = {
  type: 'BOOLEAN',
  read: (cells, row) =>
    cells.kind(row) === CellKind.boolean ? cells.number(row) : ofTexts(booleanReader).read(cells, row),
};

/** Reads days that are written in any way; `order` is for the likes of 3/4/2025. */
export function dayTexts(order?: DateOrder): (text: string) => number | undefined {
  const known = new Map<string, number | undefined>();
  // Long lists repeat the same days, and eras take a while to read.
  const readWritten = (text: string) => {
    if (!known.has(text)) known.set(text, readWrittenDay(text));
    return known.get(text);
  };
  return firstOf([
    ...[...settledOrders, ...(order ? [order] : [])].map(dayReader),
    { type: 'DATE', read: readWritten },
  ]) as (text: string) => number | undefined;
}

/** Stored days and written ones. */
export function dayCells(order?: DateOrder): CellReader {
  const readText = dayTexts(order);
  return {
    type: 'DATE',
    read: (cells, row) => {
      if (cells.kind(row) === CellKind.date) return wholeDay(momentOf(cells, row));
      return cells.kind(row) === CellKind.text ? readText(cells.text(row).trim()) : undefined;
    },
  };
}

/** The days of a date; a duration has none, however many days it takes. */
const momentOf = (cells: ColumnCells, row: number) =>
  cells.format(row) === 'duration' ? undefined : cells.days(row);

const wholeDay = (days: number | undefined) =>
  days === undefined || !Number.isInteger(days) ? undefined : days;

export const timeCells: CellReader = {
  type: 'TIME',
  read: (cells, row) => {
    if (cells.kind(row) !== CellKind.date) return ofTexts(timeReader).read(cells, row);
    return cells.number(row) < 1 ? millisOfDays(cells.number(row)) * 1000 : undefined;
  },
};

export const instantCells = ofTexts(instantReader);

const readTimestamp = ofTexts({ type: 'TIMESTAMP', read: firstOf(settledOrders.map(timestampReader)) });

export const timestampCells: CellReader = {
  type: 'TIMESTAMP',
  read: (cells, row) => {
    const days = cells.kind(row) === CellKind.date ? momentOf(cells, row) : undefined;
    return days === undefined ? readTimestamp.read(cells, row) : millisOfDays(days) * 1000;
  },
};
