import {
  BIGINT,
  BOOLEAN,
  DATE,
  DOUBLE,
  type DuckDBBooleanVector,
  type DuckDBType,
  type DuckDBVarCharVector,
  type DuckDBVector,
  TIME,
  TIMESTAMP,
  TIMESTAMPTZ,
  VARCHAR,
} from '@duckdb/node-api';
import type { ColumnData } from '../spreadsheet/column-data.js';

export const duckDbTypes: Record<ColumnData['type'], DuckDBType> = {
  VARCHAR,
  BIGINT,
  DOUBLE,
  BOOLEAN,
  DATE,
  TIME,
  TIMESTAMP,
  TIMESTAMPTZ,
};

/** Fills a vector with the rows of a column from `from` on; the types of the two are the same. */
export function fillVector(vector: DuckDBVector, data: ColumnData, from: number, count: number): void {
  switch (data.type) {
    case 'VARCHAR': {
      const texts = vector as DuckDBVarCharVector;
      for (let item = 0; item < count; item++) texts.setItem(item, data.textAt(from + item));
      break;
    }
    case 'BOOLEAN': {
      const booleans = vector as DuckDBBooleanVector;
      for (let item = 0; item < count; item++) booleans.setItem(item, data.values[from + item] === 1);
      leaveOut(booleans, data.valid, from, count);
      break;
    }
    default:
      // Item by item, with an object for each date, takes ten times as long.
      (vector as unknown as NumberVector).items.set(data.values.subarray(from, from + count));
      leaveOut(vector as unknown as NumberVector, data.valid, from, count);
  }
  vector.flush();
}

/** A common property of number, date and time vectors that the library does not export. */
interface NumberVector {
  items: { set(values: Float64Array | BigInt64Array | Int32Array): void };
  setItem(item: number, value: null): void;
}

function leaveOut(
  vector: { setItem(item: number, value: null): void },
  valid: Uint8Array,
  from: number,
  count: number,
): void {
  for (let item = 0; item < count; item++) {
    if (valid[from + item] === 0) vector.setItem(item, null);
  }
}
