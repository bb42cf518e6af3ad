import type { Dialect } from '@workbook-data-service/sheets';
import type { ColumnCells } from '@workbook-data-service/sheets/columns';
import { type ColumnData, emptyData, textColumn, valueWriter } from '@workbook-data-service/sheets/columns';
import type { SpecType } from '../parse-spec.js';
import { possibleDateOrders, shownDateOrder } from '../values/date-order.js';
import {
  booleanCells,
  type CellReader,
  dayCells,
  instantCells,
  isMissing,
  numberCell,
  timeCells,
  timestampCells,
} from '../values/read-cells.js';
import { readColumn } from '../values/read-column.js';
import { hasOtherFraction, hasZeroFraction, withoutZeroFraction } from '../values/whole-numbers.js';

/**
 * The cells of a column as values of a type; calls `refuse` with the row of a cell that does not fit, which
 * stays empty. Without a type, the one that all cells have in common.
 */
export function castColumn(
  cells: ColumnCells,
  rows: Uint32Array,
  wanted: SpecType | null,
  dialect: Dialect | null,
  refuse: (row: number, type: SpecType) => void,
): ColumnData {
  const asWritten = (column: ColumnData) => (dialect ? withoutFractions(column, rows.length) : column);
  if (wanted === 'VARCHAR') return asWritten(textColumn(cells, rows));
  const { type, data } = readColumn(cells, rows, dialect);
  if (wanted === null || wanted === type) return type === 'VARCHAR' ? asWritten(data) : data;
  const { read } = readerOf(wanted, cells, dialect);
  const cast = emptyData(wanted, rows.length);
  const write = valueWriter(cast);
  rows.forEach((sheetRow, row) => {
    if (isMissing(cells, sheetRow)) return;
    const value = read(cells, sheetRow);
    if (value === undefined) refuse(row, wanted);
    else write(row, value);
  });
  return cast;
}

/** Rows that show whether a text file has whole numbers with a fraction. */
const rowsLookedAt = 200;

/** The years `1989.0` above `2006, total`, in a file whose program wrote all numbers so, as a person would write them. */
function withoutFractions(column: ColumnData, rowCount: number): ColumnData {
  if (column.type !== 'VARCHAR') return column;
  const { textAt } = column;
  const isAmong = (test: (text: string) => boolean, count: number) => {
    for (let row = 0; row < count; row++) if (test(textAt(row) ?? '')) return true;
    return false;
  };
  if (!isAmong(hasZeroFraction, Math.min(rowCount, rowsLookedAt)) || isAmong(hasOtherFraction, rowCount))
    return column;
  return { type: 'VARCHAR', textAt: (row) => mapText(textAt(row)) };
}

const mapText = (text: string | null) => (text === null ? null : withoutZeroFraction(text));

function readerOf(
  type: Exclude<SpecType, 'VARCHAR'>,
  cells: ColumnCells,
  dialect: Dialect | null,
): CellReader {
  switch (type) {
    case 'BIGINT':
    case 'DOUBLE':
      return numbersAs(type, dialect);
    case 'BOOLEAN':
      return booleanCells;
    case 'DATE':
      return dayCells(shownDateOrder(cells) ?? possibleDateOrders(cells)[0]);
    case 'TIME':
      return timeCells;
    case 'TIMESTAMP':
      return timestampCells;
    case 'TIMESTAMPTZ':
      return instantCells;
  }
}

/** Numbers of different units in one column cannot be compared, so those that differ from the first do not fit. */
function numbersAs(type: 'BIGINT' | 'DOUBLE', dialect: Dialect | null): CellReader {
  let unit = '';
  return {
    type,
    read: (cells, row) => {
      const number = numberCell(cells, row, dialect);
      if (!number || (type === 'BIGINT' && !Number.isSafeInteger(number.value))) return undefined;
      unit ||= number.unit;
      return number.unit === '' || number.unit === unit ? number.value : undefined;
    },
  };
}
