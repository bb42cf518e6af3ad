import type { Dialect } from '@workbook-data-service/sheets';
import type { DateSystem } from '@workbook-data-service/sheets/dates';
import { isoTime, isoTimestamp, millisOfDays, unixDays } from '@workbook-data-service/sheets/dates';
import { type CellStyle, plainStyle, type Sheet, textIndexAt } from '@workbook-data-service/sheets/grid';
import { CellGrid, Kind } from './cell-grid.js';
import { type DecimalSign, decimalSignOf, hasPointOrComma } from './values/decimal-sign.js';

const maxDatesRemembered = 50_000;

/** Every reading of a sheet that is looked at asks for its grid, and for what is known of the lines of that. */
const knownGrids = new WeakMap<Sheet, { dialect: Dialect | null; grid: CellGrid }>();

/** A sheet as a grid for structuring; values are not copied. */
export function gridOfSheet(sheet: Sheet, dialect: Dialect | null): CellGrid {
  const known = knownGrids.get(sheet);
  if (known && known.dialect === dialect) return known.grid;
  const grid = makeGrid(sheet, dialect);
  knownGrids.set(sheet, { dialect, grid });
  return grid;
}

function makeGrid(sheet: Sheet, dialect: Dialect | null): CellGrid {
  const dates = new DateTexts(sheet.dateSystem);
  const signs: DecimalSign[] = [];
  return new CellGrid({
    rowCount: sheet.rowCount,
    columnCount: sheet.columns.length,
    kind: (row, column) => kindOf(sheet, row, column),
    number: (row, column) => heldValue(sheet, row, column),
    text: (row, column) => textOf(sheet, dates, row, column),
    decimalSign: (column, text) => {
      if (!hasPointOrComma(text)) return 'point';
      signs[column] ??= decimalSignOf(sheet, sheet.columns[column] ?? null, dialect);
      return signs[column];
    },
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
  const cells = sheet.columns[column];
  if (!cells) return '';
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
      return sheet.texts.at(textIndexAt(cells.values, row - cells.firstRow)) ?? '';
  }
}

function styleOf(sheet: Sheet, row: number, column: number): CellStyle {
  const cells = sheet.columns[column];
  const style = cells?.styles?.[row - cells.firstRow] ?? 0;
  return sheet.styles[style] ?? plainStyle;
}

/** Long sheets repeat the same days, and formatting one is slow. */
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
    if (this.#known.size < maxDatesRemembered) this.#known.set(serial, text);
    return text;
  }
}

/** `2025-04-30`, with the time if there is one; `13:30:00` without a day. */
function dateText(serial: number, system: DateSystem): string {
  if (serial >= 0 && serial < 1) return isoTime(wholeSeconds(serial));
  const days = unixDays(serial, system);
  if (days === undefined) return String(serial);
  return isoTimestamp(wholeSeconds(days)).replace('T00:00:00', '').replace('T', ' ');
}

function wholeSeconds(days: number): number {
  return Math.round(millisOfDays(days) / 1000) * 1000;
}
