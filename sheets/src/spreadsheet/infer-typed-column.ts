import { millisOfDays } from '../core/date-serials.js';
import { CellKind } from '../grid/grid.js';
import type { ColumnCells } from './column-cells.js';
import { type ColumnData, emptyData, type TypedData, valueWriter } from './column-data.js';
import { withoutDecimalNoise } from './decimal-noise.js';
import { textColumn } from './text-column.js';

type CellType = TypedData['type'];

/** The common type of the typed cells of a spreadsheet, and their values in it; text cells stay text. */
export function inferTypedColumn(cells: ColumnCells, rows: Uint32Array): ColumnData {
  const type = commonType(cells, rows);
  if (!type) return textColumn(cells, rows);
  const data = emptyData(type, rows.length);
  const write = valueWriter(data);
  for (let row = 0; row < rows.length; row++) {
    const sheetRow = rows[row] as number;
    if (isValue(cells, sheetRow)) write(row, valueAs(type, cells, sheetRow));
  }
  return data;
}

/** Undefined where the cells disagree, or where there are none. */
function commonType(cells: ColumnCells, rows: Uint32Array): CellType | undefined {
  let common: CellType | undefined;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    // Fractions stay fractions, whatever numbers follow.
    if ((common === 'DOUBLE' && cells.kind(row) === CellKind.number) || !isValue(cells, row)) continue;
    const type = cellType(cells, row);
    common = common && type ? wider(common, type) : type;
    if (!common) return undefined;
  }
  return common;
}

/** An error means that a value is missing, not that the column has another type. */
function isValue(cells: ColumnCells, row: number): boolean {
  const kind = cells.kind(row);
  if (kind === CellKind.text) return !cells.isBlank(row);
  return kind !== CellKind.empty && kind !== CellKind.error;
}

function wider(one: CellType, other: CellType): CellType | undefined {
  if (one === other) return one;
  return widerOf(one, other) ?? widerOf(other, one);
}

function widerOf(narrow: CellType, wide: CellType): CellType | undefined {
  if (narrow === 'BIGINT' && wide === 'DOUBLE') return wide;
  return narrow === 'DATE' && wide === 'TIMESTAMP' ? wide : undefined;
}

function cellType(cells: ColumnCells, row: number): CellType | undefined {
  const kind = cells.kind(row);
  if (kind === CellKind.boolean) return 'BOOLEAN';
  if (kind === CellKind.number) {
    return cells.format(row) !== 'percent' && Number.isSafeInteger(cells.number(row)) ? 'BIGINT' : 'DOUBLE';
  }
  return kind === CellKind.date ? dateType(cells, row) : undefined;
}

function dateType(cells: ColumnCells, row: number): CellType | undefined {
  const days = cells.days(row);
  if (days === undefined) return undefined;
  const format = cells.format(row);
  if (format === 'time' || format === 'duration') {
    const ofOneDay = cells.number(row) < 1 && millisOfDays(cells.number(row)) < millisOfDays(1);
    if (ofOneDay) return 'TIME';
    return format === 'time' ? 'TIMESTAMP' : undefined;
  }
  return format === 'date' && Number.isInteger(days) ? 'DATE' : 'TIMESTAMP';
}

function valueAs(type: CellType, cells: ColumnCells, row: number): number {
  switch (type) {
    case 'DATE':
      return cells.days(row) ?? 0;
    case 'TIMESTAMP':
      return millisOfDays(cells.days(row) ?? 0) * 1000;
    case 'TIME':
      return millisOfDays(cells.number(row)) * 1000;
    default:
      return withoutDecimalNoise(cells.number(row));
  }
}
