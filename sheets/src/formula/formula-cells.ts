import type { CellValue } from '../core/cell-values.js';
import { CellRefused, castCell } from '../core/cell-values.js';
import type { ColumnType } from '../core/column-types.js';
import { inCalendar, isoDay, isoTime, serialOfIso, serialOfTime, splitMoment } from './civil-days.js';
import type { ErrorCode } from './formula-ast.js';
import { finite, isError, NUM, type Scalar, toBoolean, toNumber, toText, VALUE } from './formula-values.js';
import { fifteenDigits, roundHalfAway } from './round-decimals.js';

export type FormulaResult = { value: CellValue } | { error: ErrorCode };

/** Converts canonical cells of a column to formula values. */
export function cellReader(type: ColumnType): (cell: CellValue | undefined) => Scalar {
  switch (type) {
    case 'VARCHAR':
    case 'JSON':
      return (cell) => plainScalar(cell);
    case 'DATE':
    case 'TIMESTAMP':
    case 'TIMESTAMPTZ':
      return (cell) => (typeof cell === 'string' ? serialOr(serialOfIso(cell)) : plainScalar(cell));
    case 'TIME':
      return (cell) => (typeof cell === 'string' ? serialOr(serialOfTime(cell)) : plainScalar(cell));
    case 'BOOLEAN':
    case 'INTEGER':
    case 'DOUBLE':
      return plainScalar;
    default:
      // Wide integers and decimals are text in the log; formulas compute with doubles.
      return (cell) => (typeof cell === 'string' ? serialOr(Number(cell)) : plainScalar(cell));
  }
}

function serialOr(number: number): Scalar {
  return Number.isNaN(number) ? VALUE : finite(number);
}

function plainScalar(cell: CellValue | undefined): Scalar {
  if (typeof cell === 'number') return finite(cell);
  if (cell === null || cell === undefined) return null;
  return typeof cell === 'object' ? JSON.stringify(cell) : cell;
}

/** Converts a formula's value to the canonical cell of a column, or says why it cannot. */
export function cellWriter(type: ColumnType): (value: Scalar) => FormulaResult {
  const convert = converterTo(type);
  return (value) => {
    if (value === null) return { value: null };
    if (isError(value)) return { error: value.code };
    // `IF([qty] = "", "", …)` is how Excel spells "leave it empty".
    if (value === '' && type !== 'VARCHAR') return { value: null };
    const converted = convert(value);
    return isError(converted) ? { error: converted.code } : { value: converted };
  };
}

type Convert = (value: number | string | boolean) => Scalar;

function converterTo(type: ColumnType): Convert {
  switch (type) {
    case 'VARCHAR':
      return (value) => {
        const text = toText(value);
        return typeof text === 'string' ? wellFormed(text) : text;
      };
    case 'DOUBLE':
      return mapNumber((number) => number + 0);
    case 'BOOLEAN':
      return toBoolean;
    case 'BIGINT':
    case 'INTEGER':
      return mapNumber((number) =>
        wholeNumber(number, type === 'INTEGER' ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER),
      );
    case 'DATE':
      return mapNumber((serial) => (inCalendar(serial) ? isoDay(serial) : NUM));
    case 'TIME':
      return mapNumber((serial) => isoTime(splitMoment(serial).millis));
    case 'TIMESTAMP':
      return mapNumber((serial) => moment(serial));
    case 'TIMESTAMPTZ':
      return mapNumber((serial) => {
        const local = moment(serial);
        return typeof local === 'string' ? `${local}Z` : local;
      });
    case 'JSON':
      return (value) => (typeof value === 'string' ? wellFormed(value) : value);
    default:
      return mapNumber((number) => decimalText(number, type));
  }
}

function mapNumber(write: (number: number) => Scalar): Convert {
  return (value) => {
    const number = toNumber(value);
    return typeof number === 'number' ? write(number) : number;
  };
}

/** Whole but for floating-point noise; past 2^53 the digits would be made up, so it is #NUM!. */
function wholeNumber(number: number, most: number): Scalar {
  const whole = fifteenDigits(number);
  const fits =
    Number.isInteger(whole) && whole <= most && whole >= (most === 2 ** 31 - 1 ? -most - 1 : -most);
  return fits ? whole + 0 : NUM;
}

function moment(serial: number): Scalar {
  const { day, millis } = splitMoment(serial);
  return inCalendar(day) ? `${isoDay(day)}T${isoTime(millis)}` : NUM;
}

function decimalText(number: number, type: ColumnType): Scalar {
  try {
    const scale = Number(/,(\d+)\)$/.exec(type)?.[1]);
    return castCell(roundHalfAway(fifteenDigits(number), scale) + 0, type) as string;
  } catch (error) {
    if (error instanceof CellRefused) return NUM;
    throw error;
  }
}

/** LEFT and MID count UTF-16 units, as Excel does, and may cut a character in two. */
function wellFormed(text: string): string {
  return /[\ud800-\udfff]/.test(text) ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text;
}
