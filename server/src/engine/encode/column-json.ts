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

/** Rows of a chunk: from this one up to, but not including, that one. */
export interface RowSpan {
  from: number;
  to: number;
}

/** The JSON texts of some values of a column of a chunk. Common types take a fast path. */
export function columnJson(vector: DuckDBVector, type: DuckDBType, span: RowSpan): string[] {
  if (vector instanceof DuckDBVarCharVector && !isJsonType(type)) return texts(vector, span, JSON.stringify);
  if (vector instanceof DuckDBDoubleVector) return texts(vector, span, doubleText);
  if (vector instanceof DuckDBIntegerVector) return texts(vector, span, String);
  if (vector instanceof DuckDBBigIntVector) return texts(vector, span, integerText);
  if (
    type instanceof DuckDBDecimalType &&
    (vector instanceof DuckDBDecimal32Vector || vector instanceof DuckDBDecimal64Vector)
  ) {
    return decimals(vector, type.scale, span);
  }
  if (vector instanceof DuckDBDateVector) {
    return texts(vector, span, ({ days }) => (isInfiniteDate(days) ? 'null' : `"${dateText(days)}"`));
  }
  if (vector instanceof DuckDBTimestampVector) {
    return texts(vector, span, ({ micros }) => timestampJson(micros, ''));
  }
  if (vector instanceof DuckDBTimestampTZVector) {
    return texts(vector, span, ({ micros }) => timestampJson(micros, 'Z'));
  }
  return Array.from({ length: span.to - span.from }, (_, i) => cellJson(vector, type, span.from + i));
}

function decimals(
  vector: { getScaledValue(index: number): bigint | number | null },
  scale: number,
  span: RowSpan,
): string[] {
  return texts({ getItem: (i) => vector.getScaledValue(i) }, span, (scaled) => decimalText(scaled, scale));
}

function timestampJson(micros: bigint, zone: '' | 'Z'): string {
  return isInfiniteTimestamp(micros) ? 'null' : `"${timestampText(micros)}${zone}"`;
}

/** The texts of values, `null` where there is none. */
export function texts<T>(
  vector: { getItem(index: number): T | null },
  { from, to }: RowSpan,
  text: (value: T) => string,
): string[] {
  const result = new Array<string>(to - from);
  for (let i = from; i < to; i += 1) {
    const value = vector.getItem(i);
    result[i - from] = value === null ? 'null' : text(value);
  }
  return result;
}
