import type { SpecType } from '../../core/parse-spec.js';
import { CellKind } from '../../grid/grid.js';
import { type ColumnData, emptyData, valueWriter } from '../../spreadsheet/column-data.js';
import { inferColumn } from '../../spreadsheet/infer-column.js';
import type { ColumnReader } from '../../spreadsheet/read-cell.js';
import { millisOfDays } from '../../spreadsheet/serial-dates.js';
import type { Dialect } from '../../spreadsheet/spreadsheet-file.js';
import { dateReader, instantReader, timeReader, timestampReader } from '../../spreadsheet/text-dates.js';
import { booleanReader } from '../../spreadsheet/text-values.js';
import { inferAsPerson, isMissingText, readValueText } from '../infer-type.js';
import { readWrittenDay } from '../written-days.js';

/**
 * The cells of a column as values of a type; calls `refuse` with the row of a cell that does not fit, which
 * stays empty.
 */
export function castColumn(
  cells: ColumnReader,
  rows: Uint32Array,
  wanted: SpecType | null,
  dialect: Dialect | null,
  refuse: (row: number, type: SpecType) => void,
): ColumnData {
  const type = wanted ?? inferAsPerson(cells, rows, dialect) ?? 'VARCHAR';
  if (type === 'VARCHAR') return { type, textAt: (row) => cells.rendered(rows[row] ?? 0) };
  const natural = inferColumn(cells, rows, dialect);
  if (natural.type === type) return natural;
  const data = emptyData(type, rows.length);
  const write = valueWriter(data);
  rows.forEach((cellRow, row) => {
    if (cells.isBlank(cellRow) || cells.kind(cellRow) === CellKind.error) return;
    if (cells.kind(cellRow) === CellKind.text && isMissingText(cells.text(cellRow))) return;
    const value = casts[type](cells, cellRow);
    if (value === undefined) refuse(row, type);
    else write(row, value);
  });
  return data;
}

type Cast = (cells: ColumnReader, row: number) => number | bigint | undefined;

const casts: Record<Exclude<SpecType, 'VARCHAR'>, Cast> = {
  DOUBLE: (cells, row) => numberOf(cells, row),
  BIGINT: (cells, row) => {
    const number = numberOf(cells, row);
    return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
  },
  BOOLEAN: (cells, row) =>
    cells.kind(row) === CellKind.boolean ? cells.number(row) : booleanReader.read(textOf(cells, row)),
  DATE: (cells, row) => {
    if (cells.kind(row) === CellKind.date) return wholeDay(cells.days(row));
    const text = textOf(cells, row);
    return firstOf(dateReaders, text) ?? readWrittenDay(text);
  },
  TIMESTAMP: (cells, row) => {
    const days = cells.kind(row) === CellKind.date ? cells.days(row) : undefined;
    return days === undefined ? firstOf(timestampReaders, textOf(cells, row)) : millisOfDays(days) * 1000;
  },
  TIME: (cells, row) =>
    cells.kind(row) === CellKind.date
      ? millisOfDays(cells.number(row) % 1) * 1000
      : timeReader.read(textOf(cells, row)),
  TIMESTAMPTZ: (cells, row) => instantReader.read(textOf(cells, row)),
};

const dateReaders = [dateReader('year first'), dateReader('day first with dots'), dateReader('month first')];
const timestampReaders = [timestampReader('year first'), timestampReader('day first with dots')];

const firstOf = (readers: typeof dateReaders, text: string) =>
  readers.map((reader) => reader.read(text)).find((value) => value !== undefined);

const textOf = (cells: ColumnReader, row: number) => (cells.rendered(row) ?? '').trim();

const wholeDay = (days: number | undefined) =>
  days === undefined || !Number.isInteger(days) ? undefined : days;

function numberOf(cells: ColumnReader, row: number): number | undefined {
  if (cells.kind(row) === CellKind.number) return cells.number(row);
  if (cells.kind(row) !== CellKind.text) return undefined;
  const number = readValueText(cells.text(row));
  return Number.isNaN(number) ? undefined : number;
}
