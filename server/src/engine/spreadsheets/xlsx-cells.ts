import type { DuckDBValue } from '@duckdb/node-api';
import type { ColumnType } from '../../core/column-types.js';
import { isoDate, isoTimestamp, serialOfUnixDays } from '../../spreadsheet/serial-dates.js';
import type { XlsxCell } from '../../spreadsheet/xlsx-sheet.js';

const DAY_MICROS = 86_400_000_000;
/** A spreadsheet holds numbers as doubles; a longer decimal would be rounded without a word. */
const EXACT_DIGITS = 15;

/** SQL that brings a column to numbers, booleans or text: days for dates, microseconds for times. */
export function cellExpression(column: string, type: ColumnType): string {
  switch (type) {
    case 'DATE':
      return `case when isfinite(${column}) then ${column} - date '1970-01-01' end`;
    case 'TIMESTAMP':
    case 'TIMESTAMPTZ':
      return `case when isfinite(${column}) then epoch_us(${column}) end`;
    case 'TIME':
      return `epoch_us(${column})`;
    case 'BIGINT':
    case 'INTEGER':
    case 'DOUBLE':
    case 'BOOLEAN':
    case 'VARCHAR':
      return column;
    case 'JSON':
      return `${column}::varchar`;
    default:
      return Number(/\d+/.exec(type)?.[0]) > EXACT_DIGITS ? `${column}::varchar` : `${column}::double`;
  }
}

/** A value of `cellExpression` as it goes into a sheet; what a cell cannot hold as a number goes as text. */
export function toCell(value: DuckDBValue, type: ColumnType): XlsxCell {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  const number = Number(value);
  switch (type) {
    case 'DATE':
      return serialOfUnixDays(number) ?? isoDate(number);
    case 'TIMESTAMP':
    case 'TIMESTAMPTZ':
      return serialOfUnixDays(number / DAY_MICROS) ?? isoTimestamp(number / 1000);
    case 'TIME':
      return number / DAY_MICROS;
    case 'BIGINT':
      return Number.isSafeInteger(number) ? number : String(value);
    default:
      return number;
  }
}
