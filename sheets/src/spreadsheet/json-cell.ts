import { isoDate, isoTime, isoTimestamp } from '../core/date-serials.js';
import type { ColumnData } from './column-data.js';

export type JsonCell = string | number | boolean | null;

/** The value of a column in a row, in the form of a request. */
export function jsonCell(column: ColumnData, row: number): JsonCell {
  if (column.type === 'VARCHAR') return column.textAt(row);
  if (!column.valid[row]) return null;
  switch (column.type) {
    case 'DOUBLE':
      return column.values[row] ?? null;
    case 'BOOLEAN':
      return column.values[row] === 1;
    case 'DATE':
      return isoDate(column.values[row] ?? 0);
    case 'BIGINT':
      return exactly(column.values[row] ?? 0n);
    case 'TIME':
      return isoTime(millis(column.values[row]));
    case 'TIMESTAMP':
      return isoTimestamp(millis(column.values[row]));
    case 'TIMESTAMPTZ':
      return `${isoTimestamp(millis(column.values[row]))}Z`;
  }
}

/** As text where a double would round it. */
function exactly(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

const millis = (micros: bigint | undefined) => Number(micros ?? 0n) / 1000;
