import {
  DuckDBBigIntVector,
  DuckDBDateVector,
  DuckDBDecimalType,
  type DuckDBDecimalValue,
  DuckDBDoubleVector,
  DuckDBTimestampTZVector,
  DuckDBTimestampVector,
  type DuckDBType,
  DuckDBVarCharVector,
  type DuckDBVector,
} from '@duckdb/node-api';
import { columnJson, type RowSpan, texts } from './column-json.js';
import { decimalDigits } from './number-text.js';
import { isJsonType } from './type-name.js';

/**
 * Cells as OData's JSON has them, where that differs: numbers with all their digits (as texts for clients that ask for
 * that), numbers that JSON lacks by name, every timestamp in UTC, and JSON documents as texts.
 */
export const entityJson =
  (longNumbersAsText: boolean) =>
  (vector: DuckDBVector, type: DuckDBType, span: RowSpan): string[] => {
    const quoted = (digits: string) => (longNumbersAsText ? `"${digits}"` : digits);
    if (vector instanceof DuckDBBigIntVector) return texts(vector, span, (value) => quoted(String(value)));
    if (type instanceof DuckDBDecimalType) {
      const decimals = vector as unknown as { getItem(index: number): DuckDBDecimalValue | null };
      return texts(decimals, span, ({ value, scale }) => quoted(decimalDigits(value, scale)));
    }
    if (vector instanceof DuckDBDoubleVector) return texts(vector, span, doubleJson);
    if (vector instanceof DuckDBVarCharVector && isJsonType(type))
      return texts(vector, span, (document) => JSON.stringify(document));
    const cells = columnJson(vector, type, span);
    if (vector instanceof DuckDBTimestampVector) return cells.map((cell) => yearsOfEdm(inUtc(cell)));
    if (vector instanceof DuckDBTimestampTZVector || vector instanceof DuckDBDateVector)
      return cells.map(yearsOfEdm);
    return cells;
  };

function doubleJson(value: number): string {
  if (Number.isFinite(value)) return String(value);
  if (Number.isNaN(value)) return '"NaN"';
  return value > 0 ? '"INF"' : '"-INF"';
}

const inUtc = (cell: string) => (cell === 'null' ? cell : `${cell.slice(0, -1)}Z"`);

/** A year has at least four digits, and no sign after the year 9999. */
function yearsOfEdm(cell: string): string {
  return /^"[+-]/.test(cell)
    ? cell.replace(/^"([+-])0*(\d{4,})/, (_, sign, year) => `"${sign === '-' ? sign : ''}${year}`)
    : cell;
}
