import {
  type ColumnCells,
  type ColumnData,
  emptyData,
  valueWriter,
} from '@workbook-data-service/sheets/columns';
import { CellKind } from '@workbook-data-service/sheets/grid';
import type { Extract, SpecType } from '../parse-spec.js';
import { isMissing } from '../values/read-cells.js';
import { hoursIn, numberIn } from '../values/value-in-text.js';
import type { castColumn } from './cast-column.js';

/** Reads of each cell what a spec says is the value, as `castColumn` reads it whole. */
export const extractColumn =
  (extract: Extract): typeof castColumn =>
  (cells, rows, wanted, _dialect, refuse) => {
    const type = wanted === 'BIGINT' ? wanted : 'DOUBLE';
    const data: ColumnData = emptyData(type, rows.length);
    const write = valueWriter(data);
    rows.forEach((sheetRow, row) => {
      if (isMissing(cells, sheetRow)) return;
      const value = extract === 'hours' ? hoursOf(cells, sheetRow) : numberOf(cells, sheetRow);
      if (value === undefined || !fits(value, type)) refuse(row, type);
      else write(row, value);
    });
    return data;
  };

const fits = (value: number, type: SpecType) => type !== 'BIGINT' || Number.isSafeInteger(value);

function numberOf(cells: ColumnCells, row: number): number | undefined {
  return cells.kind(row) === CellKind.number ? cells.number(row) : numberIn(cells.text(row));
}

const HOURS_A_DAY = 24;

/** A time of day and a duration are stored as days; `[h]:mm` shows more than 24 hours. */
function hoursOf(cells: ColumnCells, row: number): number | undefined {
  if (cells.kind(row) === CellKind.text) return hoursIn(cells.text(row));
  const days = cells.days(row) ?? cells.number(row);
  const isTime = cells.kind(row) === CellKind.date || /[hs]/i.test(cells.numberFormat(row));
  return isTime ? Number((days * HOURS_A_DAY).toPrecision(12)) : days;
}
