import type { TextIndex, Texts } from '../grid/grid.js';

/** The values of an inferred column in the engine's form; `valid` is 0 where a value is NULL. */
export type ColumnData =
  | { type: 'VARCHAR'; textAt: (row: number) => string | null; shared?: SharedTexts | undefined }
  | { type: 'BIGINT'; values: BigInt64Array; valid: Uint8Array }
  | { type: 'DOUBLE'; values: Float64Array; valid: Uint8Array }
  | { type: 'BOOLEAN'; values: Uint8Array; valid: Uint8Array }
  /** Days since 1970-01-01. */
  | { type: 'DATE'; values: Int32Array; valid: Uint8Array }
  /** Microseconds since midnight, or since 1970-01-01T00:00. */
  | { type: 'TIME' | 'TIMESTAMP' | 'TIMESTAMPTZ'; values: BigInt64Array; valid: Uint8Array };

/** Texts that many rows refer to by index, so that each has to be passed on only once. */
export interface SharedTexts {
  texts: Texts;
  /** Indices are lower. */
  count: number;
  /** -1 if the row has no shared text. */
  indexAt: (row: number) => TextIndex | -1;
}

export type TypedData = Exclude<ColumnData, { type: 'VARCHAR' }>;

/** A column of NULLs, to be filled with a `valueWriter`. */
export function emptyData(type: TypedData['type'], rowCount: number): TypedData {
  const valid = new Uint8Array(rowCount);
  switch (type) {
    case 'DOUBLE':
      return { type, values: new Float64Array(rowCount), valid };
    case 'BOOLEAN':
      return { type, values: new Uint8Array(rowCount), valid };
    case 'DATE':
      return { type, values: new Int32Array(rowCount), valid };
    default:
      return { type, values: new BigInt64Array(rowCount), valid };
  }
}

/** Sets the value of a row. */
export type ValueWriter = (row: number, value: number | bigint) => void;

export function valueWriter({ values, valid }: TypedData): ValueWriter {
  if (!(values instanceof BigInt64Array)) {
    return (row, value) => {
      valid[row] = 1;
      values[row] = Number(value);
    };
  }
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  return (row, value) => {
    valid[row] = 1;
    if (typeof value === 'bigint') values[row] = value;
    else setInteger(halves, row, value);
  };
}

const lowHalf = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 0 : 1;

/** In two halves, because a bigint for each of millions of cells would be garbage to collect. */
function setInteger(halves: Int32Array, row: number, value: number): void {
  halves[2 * row + lowHalf] = value;
  halves[2 * row + 1 - lowHalf] = Math.floor(value / 2 ** 32);
}
