import type { Dialect } from '@workbook-data-service/sheets';
import type { ColumnCells } from '@workbook-data-service/sheets/columns';
import {
  type ColumnData,
  emptyData,
  inferColumn,
  type TypedData,
  textColumn,
  valueWriter,
} from '@workbook-data-service/sheets/columns';
import type { GridColumn } from '@workbook-data-service/sheets/grid';
import type { SpecType } from '../parse-spec.js';
import { shownDateOrder } from './date-order.js';
import { decimalSignOf } from './decimal-sign.js';
import { type CellReader, cellReaderGroups, isMissing } from './read-cells.js';
import { isNumberInList, readWrittenNumbers } from './read-written-numbers.js';
import { storedDays } from './stored-days.js';

/** A column as a person reads it, whatever the notation of its cells: `△1,234`, `n.a.`, `令和7年4月1日`. */
interface ReadColumn {
  /** Undefined where no cell indicates one. */
  type: SpecType | undefined;
  /** The unit behind or before every number: `千円`, `kg`. */
  unit?: string;
  data: ColumnData;
}

/** Rows whose columns are asked for their decimal sign, where several are read as one. */
const rowsOfSign = 100;

interface KnownReading {
  rows: Uint32Array;
  dialect: Dialect | null;
  reading: ReadColumn;
}

/** The last reading of a column: the proposed spec and its tables mostly need the same one. */
const lastReadings = new WeakMap<GridColumn, KnownReading>();

/** The type that all cells have in common, and their values in it. Values must not be modified. */
export function readColumn(cells: ColumnCells, rows: Uint32Array, dialect: Dialect | null): ReadColumn {
  const last = cells.column && lastReadings.get(cells.column);
  if (last && last.dialect === dialect && areEqual(last.rows, rows)) return last.reading;
  const reading = read(cells, rows, dialect);
  if (cells.column) lastReadings.set(cells.column, { rows, dialect, reading });
  return reading;
}

function read(cells: ColumnCells, rows: Uint32Array, dialect: Dialect | null): ReadColumn {
  const stated = inferColumn(cells, rows, dialect);
  const isAsStated =
    stated.type !== 'VARCHAR' &&
    !(
      dialect &&
      (isNumberedList(cells, rows) || (stated.type === 'DOUBLE' && hasCommas(cells, rows, dialect)))
    );
  if (isAsStated) return { type: stated.type, data: stated };
  const asText = textColumn(cells, rows);
  const numbers = readWrittenNumbers(cells, rows, dialect);
  if (numbers) return { type: numbers.data.type, ...numbers };
  for (const group of cellReaderGroups()) {
    const fitting = group.flatMap((reader) => {
      const data = readAll(cells, rows, reader);
      return data ? [{ order: reader.order, data }] : [];
    });
    const [first, ...rivals] = fitting;
    // Readers that contradict each other, as 3/4 does in London and New York, leave the column text unless the sheet decides.
    const order = rivals.length > 0 ? shownDateOrder(cells) : first?.order;
    const data = fitting.find((one) => one.order === order)?.data;
    if (data) return { type: data.type, data };
    if (first) break;
  }
  const days = storedDays(cells, rows);
  const data = days && readAll(cells, rows, days);
  if (data) return { type: data.type, data };
  return { type: hasValue(cells, rows) ? 'VARCHAR' : undefined, data: asText };
}

/** `1.240` beside `12,40`: a csv file alone would take the points for decimal ones. */
function hasCommas(cells: ColumnCells, rows: Uint32Array, dialect: Dialect): boolean {
  const columns = new Set(Array.from(rows.subarray(0, rowsOfSign), (row) => cells.columnAt(row)));
  return [...columns].some((column) => decimalSignOf(cells.sheet, column, dialect) === 'comma');
}

/** `(1)`, `(2)`, … or `(2024)`, `(2025)`: a csv file alone would take them for negative numbers. */
function isNumberedList(cells: ColumnCells, rows: Uint32Array): boolean {
  return rows.every((row) => cells.isBlank(row) || isNumberInList(cells.text(row)));
}

/** Undefined as soon as a cell is of another type, or if no cell has a value. */
function readAll(cells: ColumnCells, rows: Uint32Array, reader: CellReader): TypedData | undefined {
  let data: TypedData | undefined;
  let write: ReturnType<typeof valueWriter> | undefined;
  for (let row = 0; row < rows.length; row++) {
    const sheetRow = rows[row] ?? 0;
    if (isMissing(cells, sheetRow)) continue;
    const value = reader.read(cells, sheetRow);
    if (value === undefined) return undefined;
    data ??= emptyData(reader.type, rows.length);
    write ??= valueWriter(data);
    write(row, value);
  }
  return data;
}

const hasValue = (cells: ColumnCells, rows: Uint32Array) => rows.some((row) => !isMissing(cells, row));

function areEqual(one: Uint32Array, other: Uint32Array): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
