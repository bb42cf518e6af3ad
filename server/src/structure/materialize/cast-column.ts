import type { SpecType } from '../../core/parse-spec.js';
import { type ColumnData, emptyData, valueWriter } from '../../spreadsheet/column-data.js';
import type { ColumnReader } from '../../spreadsheet/read-cell.js';
import type { Dialect } from '../../spreadsheet/spreadsheet-file.js';
import { textColumn } from '../../spreadsheet/text-column.js';
import { possibleDateOrders, shownDateOrder } from '../values/date-order.js';
import { type DecimalSign, decimalSignOf } from '../values/decimal-sign.js';
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

/**
 * The cells of a column as values of a type; calls `refuse` with the row of a cell that does not fit, which
 * stays empty. Without a type, the one that all cells have in common.
 */
export function castColumn(
  cells: ColumnReader,
  rows: Uint32Array,
  wanted: SpecType | null,
  dialect: Dialect | null,
  refuse: (row: number, type: SpecType) => void,
): ColumnData {
  if (wanted === 'VARCHAR') return textColumn(cells, rows);
  const { type, data } = readColumn(cells, rows, dialect);
  if (wanted === null || wanted === type) return data;
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

function readerOf(
  type: Exclude<SpecType, 'VARCHAR'>,
  cells: ColumnReader,
  dialect: Dialect | null,
): CellReader {
  switch (type) {
    case 'BIGINT':
    case 'DOUBLE':
      return numbersAs(type, () => decimalSignOf(cells, dialect));
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
function numbersAs(type: 'BIGINT' | 'DOUBLE', sign: () => DecimalSign): CellReader {
  let unit = '';
  return {
    type,
    read: (cells, row) => {
      const number = numberCell(cells, row, sign);
      if (!number || (type === 'BIGINT' && !Number.isSafeInteger(number.value))) return undefined;
      unit ||= number.unit;
      return number.unit === '' || number.unit === unit ? number.value : undefined;
    },
  };
}
