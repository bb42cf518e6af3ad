import { type CellStyle, type DateSystem, plainStyle, type Sheet } from '../xlsx/grid.js';
import { CellGrid, Kind, type SourceCell } from './cell-grid.js';

const empty: SourceCell = { kind: Kind.empty, text: '' };
const secondsPerDay = 86_400;

/** A sheet as structuring looks at it; values stay where the reader put them. */
export function gridOfSheet(sheet: Sheet): CellGrid {
  return new CellGrid({
    rowCount: sheet.rowCount,
    columnCount: sheet.columns.length,
    cell: (row, column) => cellOf(sheet, row, column),
    style: (row, column) => styleOf(sheet, row, column),
    formula: (row, column) => sheet.columns[column]?.formulas.get(row),
    merges: sheet.merges,
    hiddenRows: sheet.hiddenRows,
    hiddenColumns: sheet.hiddenColumns,
  });
}

function cellOf(sheet: Sheet, row: number, column: number): SourceCell {
  const cells = sheet.columns[column];
  const kind = (cells?.kinds[row - cells.firstRow] ?? Kind.empty) as Kind;
  if (!cells || kind === Kind.empty) return empty;
  const value = cells.values[row - cells.firstRow] ?? 0;
  switch (kind) {
    case Kind.number:
      return { kind, text: String(value), number: value };
    case Kind.date:
      return { kind, text: dateText(value, sheet.dateSystem), number: value };
    case Kind.boolean:
      return { kind, text: value === 0 ? 'FALSE' : 'TRUE' };
    default:
      return { kind, text: sheet.texts.at(value) ?? '' };
  }
}

function styleOf(sheet: Sheet, row: number, column: number): CellStyle {
  const cells = sheet.columns[column];
  const style = cells?.styles?.[row - cells.firstRow] ?? 0;
  return sheet.styles[style] ?? plainStyle;
}

/** `2025-04-30`, with the time where there is one; `13:30:00` where there is no day. */
function dateText(serial: number, system: DateSystem): string {
  const date = new Date(Math.round((serial - epochSerial(serial, system)) * secondsPerDay) * 1000);
  if (Number.isNaN(date.getTime())) return String(serial);
  const day = date.toISOString().slice(0, 10);
  const time = date.toISOString().slice(11, 19);
  if (serial >= 0 && serial < 1) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/** The serial of 1 January 1970. Excel has a 29 February 1900 that never was, so the days before it are one off. */
function epochSerial(serial: number, system: DateSystem): number {
  if (system === '1904') return 24_107;
  return system === '1900' && serial < 60 ? 25_568 : 25_569;
}
