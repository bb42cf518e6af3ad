import { type CellStyle, type DateSystem, plainStyle, type Sheet } from '../xlsx/grid.js';
import { CellGrid, Kind } from './cell-grid.js';

const secondsPerDay = 86_400;
const mostDatesRemembered = 50_000;

/** A sheet as structuring looks at it; values stay where the reader put them. */
export function gridOfSheet(sheet: Sheet): CellGrid {
  const dates = new DateTexts(sheet.dateSystem);
  return new CellGrid({
    rowCount: sheet.rowCount,
    columnCount: sheet.columns.length,
    kind: (row, column) => kindOf(sheet, row, column),
    number: (row, column) => heldValue(sheet, row, column),
    text: (row, column) => textOf(sheet, dates, row, column),
    style: (row, column) => styleOf(sheet, row, column),
    formula: (row, column) => sheet.columns[column]?.formulas.get(row),
    merges: sheet.merges,
    hiddenRows: sheet.hiddenRows,
    hiddenColumns: sheet.hiddenColumns,
  });
}

function kindOf({ columns }: Sheet, row: number, column: number): Kind {
  const cells = columns[column];
  return (cells?.kinds[row - cells.firstRow] ?? Kind.empty) as Kind;
}

function heldValue({ columns }: Sheet, row: number, column: number): number {
  const cells = columns[column];
  return cells?.values[row - cells.firstRow] ?? 0;
}

function textOf(sheet: Sheet, dates: DateTexts, row: number, column: number): string {
  const value = heldValue(sheet, row, column);
  switch (kindOf(sheet, row, column)) {
    case Kind.empty:
      return '';
    case Kind.number:
      return String(value);
    case Kind.date:
      return dates.of(value);
    case Kind.boolean:
      return value === 0 ? 'FALSE' : 'TRUE';
    default:
      return sheet.texts.at(value) ?? '';
  }
}

function styleOf(sheet: Sheet, row: number, column: number): CellStyle {
  const cells = sheet.columns[column];
  const style = cells?.styles?.[row - cells.firstRow] ?? 0;
  return sheet.styles[style] ?? plainStyle;
}

/** Long sheets hold the same days again and again, and writing one out takes a while. */
class DateTexts {
  readonly #system: DateSystem;
  readonly #known = new Map<number, string>();

  constructor(system: DateSystem) {
    this.#system = system;
  }

  of(serial: number): string {
    const known = this.#known.get(serial);
    if (known !== undefined) return known;
    const text = dateText(serial, this.#system);
    if (this.#known.size < mostDatesRemembered) this.#known.set(serial, text);
    return text;
  }
}

/** `2025-04-30`, with the time where there is one; `13:30:00` where there is no day. */
function dateText(serial: number, system: DateSystem): string {
  const date = new Date(Math.round((serial - epochSerial(serial, system)) * secondsPerDay) * 1000);
  if (Number.isNaN(date.getTime())) return String(serial);
  const text = date.toISOString();
  const day = text.slice(0, 10);
  const time = text.slice(11, 19);
  if (serial >= 0 && serial < 1) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/** The serial of 1 January 1970. Excel has a 29 February 1900 that never was, so the days before it are one off. */
function epochSerial(serial: number, system: DateSystem): number {
  if (system === '1904') return 24_107;
  return system === '1900' && serial < 60 ? 25_568 : 25_569;
}
