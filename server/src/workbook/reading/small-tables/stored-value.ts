import type { CellValue, ColumnType } from '@workbook-data-service/sheets/values';
import { dateText } from '../../../engine/encode/time-text.js';
import { LeftToEngine } from './left-to-engine.js';

/**
 * A cell in memory. Truth is 1 or 0; dates are days and times microseconds, from 1970; decimals are counted in their last place.
 * Whole numbers are a bigint exactly if they are not safe integers.
 */
export type Value = number | bigint | string;

const MICROS_PER_DAY = 86_400_000_000n;

/** The places of a decimal type. */
export function scaleOf(type: ColumnType): number {
  return Number(/,(\d+)\)$/.exec(type)?.[1] ?? 0);
}

/** A cell of an edit or a filter, as the engine would cast it. Forms that no release of today writes are left to the engine. */
export function storedValue(cell: CellValue | undefined, type: ColumnType): Value | null {
  if (cell === null || cell === undefined) return null;
  if (type === 'JSON') return JSON.stringify(cell);
  if (typeof cell === 'string') return valueOfText(cell, type);
  if (type === 'BOOLEAN' && typeof cell === 'boolean') return Number(cell);
  if (typeof cell === 'number') {
    if (type === 'DOUBLE') return cell;
    if ((type === 'BIGINT' || type === 'INTEGER') && Number.isInteger(cell)) return whole(BigInt(cell));
  }
  throw new LeftToEngine();
}

/** A value of the form that cursors and edits have as text. */
export function valueOfText(text: string, type: ColumnType): Value {
  switch (type) {
    case 'VARCHAR':
      return text;
    case 'BOOLEAN':
      return Number(matched(text, /^(?:true|false)$/)[0] === 'true');
    case 'DOUBLE':
      return Number(matched(text, /^-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Infinity)$|^NaN$/)[0]);
    case 'INTEGER':
    case 'BIGINT':
      return whole(BigInt(matched(text, /^-?\d{1,19}$/)[0]));
    case 'DATE':
      return days(text);
    case 'TIME':
      return micros(text);
    case 'TIMESTAMP':
      return moment(matched(text, /^(\S{10})[T ]([\d:.]+)$/));
    case 'TIMESTAMPTZ':
      return moment(matched(text, /^(\S{10})[T ]([\d:.]+)(?:Z|\+00)$/));
    case 'JSON':
      throw new LeftToEngine();
    default:
      return decimal(text, scaleOf(type));
  }
}

export function whole(value: bigint): number | bigint {
  const exact = Number(value);
  return Number.isSafeInteger(exact) ? exact : value;
}

function decimal(text: string, scale: number): number | bigint {
  const [, sign = '', units = '', places = ''] = matched(text, /^(-?)(\d+)(?:\.(\d+))?$/);
  if (places.length !== scale) throw new LeftToEngine();
  return whole(BigInt(sign + units + places));
}

function days(text: string): number {
  const day = Date.parse(`${matched(text, /^\d{4}-\d\d-\d\d$/)[0]}T00:00:00Z`) / 86_400_000;
  // A day that its month does not have would be one of the next.
  if (!Number.isInteger(day) || dateText(day) !== text) throw new LeftToEngine();
  return day;
}

function micros(text: string): number {
  const [, hours, minutes, seconds, fraction = ''] = matched(
    text,
    /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,6}))?$/,
  );
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1_000_000 + Number(fraction.padEnd(6, '0'));
}

function moment([, date = '', time = '']: RegExpExecArray): number | bigint {
  return whole(BigInt(days(date)) * MICROS_PER_DAY + BigInt(micros(time)));
}

function matched(text: string, form: RegExp): RegExpExecArray {
  const match = form.exec(text);
  if (!match) throw new LeftToEngine();
  return match;
}
