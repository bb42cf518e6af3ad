import {
  BIGINT,
  BOOLEAN,
  DATE,
  DOUBLE,
  type DuckDBBigIntVector,
  type DuckDBBooleanVector,
  DuckDBDateValue,
  type DuckDBDateVector,
  type DuckDBDoubleVector,
  DuckDBTimestampTZValue,
  type DuckDBTimestampTZVector,
  DuckDBTimestampValue,
  type DuckDBTimestampVector,
  DuckDBTimeValue,
  type DuckDBTimeVector,
  type DuckDBType,
  type DuckDBVarCharVector,
  type DuckDBVector,
  TIME,
  TIMESTAMP,
  TIMESTAMPTZ,
  VARCHAR,
} from '@duckdb/node-api';
import type { ColumnData } from '../../spreadsheet/column-data.js';

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
  const setItem = itemSetter(vector, data);
  for (let item = 0; item < count; item++) setItem(item, from + item);
  vector.flush();
}

type ItemSetter = (item: number, row: number) => void;

function itemSetter(vector: DuckDBVector, data: ColumnData): ItemSetter {
  switch (data.type) {
    case 'VARCHAR': {
      const target = vector as DuckDBVarCharVector;
      return (item, row) => target.setItem(item, data.textAt(row));
    }
    case 'BIGINT': {
      const target = vector as DuckDBBigIntVector;
      return (item, row) => target.setItem(item, data.valid[row] ? (data.values[row] ?? null) : null);
    }
    case 'DOUBLE': {
      const target = vector as DuckDBDoubleVector;
      return (item, row) => target.setItem(item, data.valid[row] ? (data.values[row] ?? null) : null);
    }
    case 'BOOLEAN': {
      const target = vector as DuckDBBooleanVector;
      return (item, row) => target.setItem(item, data.valid[row] ? data.values[row] === 1 : null);
    }
    case 'DATE': {
      const target = vector as DuckDBDateVector;
      return (item, row) =>
        target.setItem(item, data.valid[row] ? new DuckDBDateValue(data.values[row] ?? 0) : null);
    }
    default:
      return microsSetter(vector, data.type, (row) => (data.valid[row] ? (data.values[row] ?? null) : null));
  }
}

function microsSetter(
  vector: DuckDBVector,
  type: 'TIME' | 'TIMESTAMP' | 'TIMESTAMPTZ',
  micros: (row: number) => bigint | null,
): ItemSetter {
  const setting =
    <Value>(
      target: { setItem(item: number, value: Value | null): void },
      value: (micros: bigint) => Value,
    ): ItemSetter =>
    (item, row) => {
      const found = micros(row);
      target.setItem(item, found === null ? null : value(found));
    };
  switch (type) {
    case 'TIME':
      return setting(vector as DuckDBTimeVector, (found) => new DuckDBTimeValue(found));
    case 'TIMESTAMP':
      return setting(vector as DuckDBTimestampVector, (found) => new DuckDBTimestampValue(found));
    case 'TIMESTAMPTZ':
      return setting(vector as DuckDBTimestampTZVector, (found) => new DuckDBTimestampTZValue(found));
  }
}
