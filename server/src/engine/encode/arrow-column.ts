import {
  type DuckDBDateValue,
  DuckDBDecimalType,
  type DuckDBDecimalValue,
  type DuckDBTimestampMillisecondsValue,
  type DuckDBTimestampNanosecondsValue,
  type DuckDBTimestampSecondsValue,
  type DuckDBTimestampTZValue,
  type DuckDBTimestampValue,
  type DuckDBTimeValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
} from '@duckdb/node-api';
import {
  Bool,
  type Data,
  type DataType,
  DateDay,
  Decimal,
  Float32,
  Float64,
  Int32,
  Int64,
  makeData,
  TimeMicrosecond,
  TimestampMicrosecond,
  TimestampNanosecond,
  Uint64,
  Utf8,
} from 'apache-arrow';
import { isInfiniteDate, isInfiniteTimestamp } from './time-text.js';
import { scalarText } from './value-json.js';

/** A column under construction: `set` is called for the values that are not NULL, in order. */
export interface ArrowColumn {
  type: DataType;
  set(row: number, value: DuckDBValue): void;
  /** Its size so far. */
  readonly bytes: number;
  finish(): Data;
}

/** Simple types are preserved; anything else becomes text, nested values as JSON. */
export function arrowColumn(type: DuckDBType, rows: number): ArrowColumn {
  if (type instanceof DuckDBDecimalType) {
    return decimals(
      new Decimal(type.scale, type.width, 128),
      rows,
      (value) => (value as DuckDBDecimalValue).value,
    );
  }
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return booleans(rows);
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT:
      return numbers(new Int32(), new Int32Array(rows), (value) => value as number);
    case DuckDBTypeId.UINTEGER:
      return numbers(new Int64(), new BigInt64Array(rows), (value) => BigInt(value as number));
    case DuckDBTypeId.BIGINT:
      return numbers(new Int64(), new BigInt64Array(rows), (value) => value as bigint);
    case DuckDBTypeId.UBIGINT:
      return numbers(new Uint64(), new BigUint64Array(rows), (value) => value as bigint);
    case DuckDBTypeId.HUGEINT:
      return decimals(new Decimal(0, 38, 128), rows, (value) => value as bigint);
    case DuckDBTypeId.FLOAT:
      return numbers(new Float32(), new Float32Array(rows), (value) => value as number);
    case DuckDBTypeId.DOUBLE:
      return numbers(new Float64(), new Float64Array(rows), (value) => value as number);
    case DuckDBTypeId.DATE:
      return numbers(new DateDay(), new Int32Array(rows), (value) =>
        finiteDays((value as DuckDBDateValue).days),
      );
    case DuckDBTypeId.TIME:
      return numbers(
        new TimeMicrosecond(),
        new BigInt64Array(rows),
        (value) => (value as DuckDBTimeValue).micros,
      );
    case DuckDBTypeId.TIMESTAMP:
      return ticks(new TimestampMicrosecond(), rows, (value) => (value as DuckDBTimestampValue).micros);
    case DuckDBTypeId.TIMESTAMP_TZ:
      return ticks(
        new TimestampMicrosecond('UTC'),
        rows,
        (value) => (value as DuckDBTimestampTZValue).micros,
      );
    case DuckDBTypeId.TIMESTAMP_S:
      return ticks(
        new TimestampMicrosecond(),
        rows,
        (value) => (value as DuckDBTimestampSecondsValue).seconds,
        1_000_000n,
      );
    case DuckDBTypeId.TIMESTAMP_MS:
      return ticks(
        new TimestampMicrosecond(),
        rows,
        (value) => (value as DuckDBTimestampMillisecondsValue).millis,
        1000n,
      );
    case DuckDBTypeId.TIMESTAMP_NS:
      return ticks(
        new TimestampNanosecond(),
        rows,
        (value) => (value as DuckDBTimestampNanosecondsValue).nanos,
      );
    default:
      return texts(rows, plainText);
  }
}

/** Scalars as in JSON, but without quotes. */
function plainText(value: DuckDBValue): string | null {
  return value !== null && typeof value === 'object' ? scalarText(value) : String(value);
}

function finiteDays(days: number): number | null {
  return isInfiniteDate(days) ? null : days;
}

class Validity {
  readonly bits: Uint8Array;
  count = 0;
  readonly #rows: number;

  constructor(rows: number) {
    this.#rows = rows;
    this.bits = new Uint8Array((rows + 7) >> 3);
  }

  mark(row: number): void {
    const byte = row >> 3;
    this.bits[byte] = (this.bits[byte] ?? 0) | (1 << (row & 7));
    this.count += 1;
  }

  get members() {
    return { length: this.#rows, nullCount: this.#rows - this.count, nullBitmap: this.bits };
  }
}

// makeData is typed for each Arrow type separately; here the caller pairs the type and its slots.
type Slots<T> = { [index: number]: T; readonly length: number };

function numbers<T extends number | bigint>(
  type: DataType,
  slots: Slots<T> & ArrayBufferView,
  read: (value: DuckDBValue) => T | null,
): ArrowColumn {
  const validity = new Validity(slots.length);
  return {
    type,
    set(row, value) {
      const number = read(value);
      if (number === null) return;
      slots[row] = number;
      validity.mark(row);
    },
    bytes: slots.byteLength + validity.bits.byteLength,
    finish: () => makeData({ type, data: slots, ...validity.members } as never),
  };
}

function ticks(type: DataType, rows: number, read: (value: DuckDBValue) => bigint, factor = 1n): ArrowColumn {
  return numbers(type, new BigInt64Array(rows), (value) => {
    const count = read(value);
    return isInfiniteTimestamp(count) ? null : count * factor;
  });
}

function decimals(type: DataType, rows: number, read: (value: DuckDBValue) => bigint): ArrowColumn {
  const validity = new Validity(rows);
  const halves = new BigInt64Array(rows * 2);
  return {
    type,
    set(row, value) {
      const number = read(value);
      halves[row * 2] = BigInt.asIntN(64, number);
      halves[row * 2 + 1] = number >> 64n;
      validity.mark(row);
    },
    bytes: halves.byteLength + validity.bits.byteLength,
    finish: () => makeData({ type, data: new Uint32Array(halves.buffer), ...validity.members } as never),
  };
}

function booleans(rows: number): ArrowColumn {
  const type = new Bool();
  const validity = new Validity(rows);
  const truths = new Validity(rows);
  return {
    type,
    set(row, value) {
      validity.mark(row);
      if (value) truths.mark(row);
    },
    bytes: 2 * validity.bits.byteLength,
    finish: () => makeData({ type, data: truths.bits, ...validity.members }),
  };
}

function texts(rows: number, read: (value: DuckDBValue) => string | null): ArrowColumn {
  const type = new Utf8();
  const validity = new Validity(rows);
  const offsets = new Int32Array(rows + 1);
  const parts: Buffer[] = [];
  let bytes = 0;
  let filled = 0;
  const fillTo = (row: number): void => {
    while (filled < row) offsets[++filled] = bytes;
  };
  return {
    type,
    set(row, value) {
      const text = read(value);
      if (text === null) return;
      fillTo(row);
      const part = Buffer.from(text);
      parts.push(part);
      bytes += part.length;
      validity.mark(row);
    },
    get bytes() {
      return bytes + offsets.byteLength + validity.bits.byteLength;
    },
    finish() {
      fillTo(rows);
      return makeData({ type, valueOffsets: offsets, data: Buffer.concat(parts), ...validity.members });
    },
  };
}
