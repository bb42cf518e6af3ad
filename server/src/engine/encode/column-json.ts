import {
  DuckDBBigIntVector,
  DuckDBDateVector,
  DuckDBDecimal32Vector,
  DuckDBDecimal64Vector,
  DuckDBDecimalType,
  DuckDBDoubleVector,
  DuckDBIntegerVector,
  DuckDBTimestampTZVector,
  DuckDBTimestampVector,
  type DuckDBType,
  DuckDBVarCharVector,
  type DuckDBVector,
} from '@duckdb/node-api';
import { cellJson } from './cell-json.js';
import { decimalText, doubleText, integerText } from './number-text.js';
import { dateText, isInfiniteDate, isInfiniteTimestamp, timestampText } from './time-text.js';
import { isJsonType } from './type-name.js';

/** The JSON texts of the first `count` values of a column of a chunk. The common types go a short way. */
export function columnJson(vector: DuckDBVector, type: DuckDBType, count: number): string[] {
  if (vector instanceof DuckDBVarCharVector && !isJsonType(type)) return texts(vector, count, JSON.stringify);
  if (vector instanceof DuckDBDoubleVector) return texts(vector, count, doubleText);
  if (vector instanceof DuckDBIntegerVector) return texts(vector, count, String);
  if (vector instanceof DuckDBBigIntVector) return texts(vector, count, integerText);
  if (
    type instanceof DuckDBDecimalType &&
    (vector instanceof DuckDBDecimal32Vector || vector instanceof DuckDBDecimal64Vector)
  ) {
    return decimals(vector, type.scale, count);
  }
  if (vector instanceof DuckDBDateVector) {
    return texts(vector, count, ({ days }) => (isInfiniteDate(days) ? 'null' : `"${dateText(days)}"`));
  }
  if (vector instanceof DuckDBTimestampVector) {
    return texts(vector, count, ({ micros }) => timestampJson(micros, ''));
  }
  if (vector instanceof DuckDBTimestampTZVector) {
    return texts(vector, count, ({ micros }) => timestampJson(micros, 'Z'));
  }
  return Array.from({ length: count }, (_, i) => cellJson(vector, type, i));
}

function decimals(
  vector: { getScaledValue(index: number): bigint | number | null },
  scale: number,
  count: number,
): string[] {
  return texts({ getItem: (i) => vector.getScaledValue(i) }, count, (scaled) => decimalText(scaled, scale));
}

function timestampJson(micros: bigint, zone: '' | 'Z'): string {
  return isInfiniteTimestamp(micros) ? 'null' : `"${timestampText(micros)}${zone}"`;
}

function texts<T>(
  vector: { getItem(index: number): T | null },
  count: number,
  text: (value: T) => string,
): string[] {
  const result = new Array<string>(count);
  for (let i = 0; i < count; i += 1) {
    const value = vector.getItem(i);
    result[i] = value === null ? 'null' : text(value);
  }
  return result;
}
