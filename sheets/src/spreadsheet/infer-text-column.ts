import type { ColumnCells } from './column-cells.js';
import { type ColumnData, emptyData, type TypedData, type ValueWriter, valueWriter } from './column-data.js';
import type { Dialect } from './spreadsheet-file.js';
import { textColumn } from './text-column.js';
import {
  dateReader,
  instantReader,
  rivalOrders,
  settledOrders,
  timeReader,
  timestampReader,
} from './text-dates.js';
import { booleanReader, numberReaders, type TextReader } from './text-values.js';

/** The type that fits every text of a csv column, and the values in it. */
export function inferTextColumn(cells: ColumnCells, rows: Uint32Array, dialect: Dialect): ColumnData {
  const typed = firstThatReads(readerGroups(dialect), (reader) => readAll(cells, rows, reader));
  return typed ?? textColumn(cells, rows);
}

/** No number or date is longer, so longer texts are not tried. */
const LONGEST_VALUE = 64;

/** Whether a text is only text, such as a heading, and not a number or a date. */
export function isBareText(text: string, dialect: Dialect): boolean {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST_VALUE) return true;
  return !readerGroups(dialect).some((group) => group.some((reader) => reader.read(trimmed) !== undefined));
}

/** Tried in order. The readers of a group contradict each other, so exactly one of them may succeed. */
function readerGroups(dialect: Dialect): TextReader[][] {
  return [
    ...numberReaders(dialect).map((reader) => [reader]),
    [booleanReader],
    ...settledOrders.map((order) => [dateReader(order)]),
    rivalOrders.map(dateReader),
    [timeReader],
    [instantReader],
    ...settledOrders.map((order) => [timestampReader(order)]),
    rivalOrders.map(timestampReader),
  ];
}

function firstThatReads(groups: TextReader[][], read: (reader: TextReader) => TypedData | undefined) {
  for (const group of groups) {
    const readings = group.map(read).filter((data) => data !== undefined);
    if (readings.length === 1) return readings[0];
    if (readings.length > 1) return undefined;
  }
  return undefined;
}

/** Undefined as soon as a cell is not of the type, or if no cell has a value. */
function readAll(cells: ColumnCells, rows: Uint32Array, reader: TextReader): TypedData | undefined {
  let data: TypedData | undefined;
  let write: ValueWriter | undefined;
  for (let row = 0; row < rows.length; row++) {
    const sheetRow = rows[row] ?? 0;
    if (cells.kind(sheetRow) === 0) continue;
    const text = cells.text(sheetRow).trim();
    if (text === '' || isErrorText(text)) continue;
    const value = text.length > LONGEST_VALUE ? undefined : reader.read(text);
    if (value === undefined) return undefined;
    data ??= emptyData(reader.type, rows.length);
    write ??= valueWriter(data);
    write(row, value);
  }
  return data;
}

/** The text that spreadsheet programs save for an error. */
function isErrorText(text: string): boolean {
  return text.charCodeAt(0) === 0x23 && /^#(?:N\/A|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|NULL!)$/.test(text);
}
