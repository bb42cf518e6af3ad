import type { ColumnType } from './column-types.js';
import { decimalParts, ExactNumber, exactNumber } from './exact-number.js';
import { isNestedTooDeeply, MAX_JSON_LEVELS } from './json-depth.js';
import type { Message } from './message.js';
import { sayOfValue } from './value-messages.js';

/** A cell as the edit log stores it; numbers that a double cannot represent exactly are text. */
export type CellValue = string | number | boolean | null | CellValue[] | { [key: string]: CellValue };
export type Cells = Record<string, CellValue>;

/** Why a value does not fit a column; the caller knows which row and column it was. */
export class CellRefused extends Error {
  override readonly name = 'CellRefused';

  constructor(readonly said: Message) {
    super(said.text);
  }
}

const SMALL_INTEGER = 2 ** 31;
const MAX_INT32 = 2n ** 31n - 1n;
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * A value from a request in the canonical form that the log stores and the engine casts exactly. Text that
 * plainly spells a value of the column's type is accepted as that value; nothing is guessed.
 */
export function castCell(given: unknown, type: ColumnType): CellValue {
  if (given === null || given === undefined) return null;
  // A number that no double represents is treated like its text; JSON columns have their own rule.
  const value = given instanceof ExactNumber ? given.text : given;
  switch (type) {
    case 'VARCHAR':
      return text(value);
    case 'BIGINT':
      return integer(value, MAX_INT64);
    case 'INTEGER':
      return integer(value, MAX_INT32);
    case 'DOUBLE':
      return double(value);
    case 'BOOLEAN':
      return boolean(value);
    case 'DATE':
      return matched(value, /^(\d{4})-(\d\d)-(\d\d)$/, 'cell-date-form', (m) => date(m));
    case 'TIME':
      return matched(value, /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6})0*)?)?$/, 'cell-time-form', (m) =>
        time(m, 1),
      );
    case 'TIMESTAMP':
      return matched(value, timestampForm('Z?'), 'cell-timestamp-form', (m) => `${date(m)}T${time(m, 4)}`);
    case 'TIMESTAMPTZ':
      return matched(value, timestampForm('(Z|[+-]\\d\\d(?::?\\d\\d)?)?'), 'cell-timestamptz-form', inUtc);
    case 'JSON':
      return json(given);
    default:
      return decimal(value, type);
  }
}

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

function text(value: unknown): string {
  if (typeof value === 'object') throw new CellRefused(sayOfValue('cell-not-text'));
  const spelled = String(value);
  // The engine rejects a lone surrogate.
  if (loneSurrogate.test(spelled)) throw new CellRefused(sayOfValue('cell-not-unicode'));
  return spelled;
}

function json(value: unknown): CellValue {
  if (isNestedTooDeeply(value)) throw new CellRefused(sayOfValue('cell-nested', { max: MAX_JSON_LEVELS }));
  if (holdsExactNumber(value)) throw new CellRefused(sayOfValue('cell-long-number'));
  // JSON.stringify writes a lone surrogate as an escape, and nothing else of that form.
  if (/\\ud[89a-f]/.test(JSON.stringify(value).replaceAll('\\\\', '')))
    throw new CellRefused(sayOfValue('cell-not-unicode'));
  return value as CellValue;
}

export function holdsExactNumber(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof ExactNumber || Object.values(value).some(holdsExactNumber);
}

function integer(value: unknown, most: bigint): number | string {
  // Most integers are small, and need no exact arithmetic; zero has no sign.
  if (Number.isInteger(value) && Math.abs(value as number) < SMALL_INTEGER) return (value as number) || 0;
  // A request wrote the digits that the number prints, which have an exponent from here on.
  if (Number.isInteger(value) && Math.abs(value as number) >= 1e21)
    throw new CellRefused(sayOfValue('cell-out-of-range'));
  const spelled = typeof value === 'number' ? String(value) : value;
  const parsed =
    typeof spelled === 'string' && /^[+-]?\d{1,100}$/.test(spelled.trim())
      ? BigInt(spelled.trim().replace(/^\+/, ''))
      : undefined;
  if (parsed === undefined) throw new CellRefused(sayOfValue('cell-not-whole'));
  if (parsed > most || parsed < -most - 1n) throw new CellRefused(sayOfValue('cell-out-of-range'));
  return exactNumber(parsed.toString());
}

/** A value from a log of any release. Older ones logged long integers as doubles with their value. */
export function castStoredCell(value: CellValue | undefined, type: ColumnType): CellValue {
  return castCell(type === 'BIGINT' && typeof value === 'number' ? integerNumeral(value) : value, type);
}

const numeral = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;

function double(value: unknown): number {
  const number = typeof value === 'string' && numeral.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number))
    throw new CellRefused(sayOfValue('cell-not-number'));
  return number;
}

function boolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  const spelled = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (spelled !== 'true' && spelled !== 'false') throw new CellRefused(sayOfValue('cell-not-boolean'));
  return spelled === 'true';
}

/** Stored as text with all the decimal places of the column's scale. More places are refused, not rounded. */
function decimal(value: unknown, type: string): string {
  const [precision = 0, scale = 0] = (/\((\d+),(\d+)\)/.exec(type) ?? []).slice(1).map(Number);
  const spelled = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  if (typeof spelled !== 'string' || !numeral.test(spelled.trim()))
    throw new CellRefused(sayOfValue('cell-not-number'));
  const { negative, digits, exponent } = decimalParts(spelled.trim());
  if (digits.length + exponent > precision - scale) throw new CellRefused(sayOfValue('cell-out-of-range'));
  if (exponent < -scale) throw new CellRefused(sayOfValue('cell-decimal-places', { max: scale }));
  const scaled = digits.padEnd(digits.length + exponent + scale, '0').padStart(scale + 1, '0');
  const whole = scaled.slice(0, scaled.length - scale);
  const fraction = scale > 0 ? `.${scaled.slice(-scale)}` : '';
  return `${negative ? '-' : ''}${whole}${fraction}`;
}

type FormFault = 'cell-date-form' | 'cell-time-form' | 'cell-timestamp-form' | 'cell-timestamptz-form';

function matched(
  value: unknown,
  form: RegExp,
  fault: FormFault,
  canonical: (match: RegExpExecArray) => string,
): string {
  const match = typeof value === 'string' ? form.exec(value.trim()) : null;
  if (!match) throw new CellRefused(sayOfValue(fault));
  return canonical(match);
}

function timestampForm(zone: string): RegExp {
  return new RegExp(
    `^(\\d{4})-(\\d\\d)-(\\d\\d)(?:[T ](\\d\\d):(\\d\\d)(?::(\\d\\d)(?:\\.(\\d{1,6})0*)?)?${zone})?$`,
    'i',
  );
}

function date(match: RegExpExecArray): string {
  const [, year = '', month = '', day = ''] = match;
  const made = new Date(Date.UTC(2000, Number(month) - 1, Number(day)));
  made.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (Number(year) < 1 || made.getUTCMonth() !== Number(month) - 1 || made.getUTCDate() !== Number(day)) {
    throw new CellRefused(sayOfValue('cell-not-in-calendar'));
  }
  return `${year}-${month}-${day}`;
}

function time(match: RegExpExecArray, first: number): string {
  const [hour = '00', minute = '00', second = '00', fraction = ''] = match.slice(first, first + 4);
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    throw new CellRefused(sayOfValue('cell-not-time-of-day'));
  const kept = fraction.replace(/0+$/, '');
  return `${hour}:${minute}:${second}${kept && `.${kept}`}`;
}

function inUtc(match: RegExpExecArray): string {
  const local = `${date(match)}T${time(match, 4)}`;
  const zone = match[8] ?? 'Z';
  if (zone.toUpperCase() === 'Z') return `${local}Z`;
  const offset = /([+-])(\d\d):?(\d\d)?/.exec(zone);
  const minutes = Number(offset?.[2]) * 60 + Number(offset?.[3] ?? 0);
  const fraction = /\.\d+$/.exec(local)?.[0] ?? '';
  const millis =
    Date.parse(`${local.replace(fraction, '')}Z`) - (offset?.[1] === '-' ? -1 : 1) * minutes * 60_000;
  return `${new Date(millis).toISOString().slice(0, 19)}${fraction}Z`;
}

const fractionOfSecond = /(?<=:\d\d)\.\d{1,5}(?!\d)/;
const notFinite = /^(nan|-?inf(inity)?)$/;
const plainNumeral = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * A stored value as responses show it: a number that a double represents exactly is a number, a non-finite
 * number is null. A value older than its column's type is shown unchanged.
 */
export function presentCell(value: CellValue, type: ColumnType): CellValue {
  if (type === 'VARCHAR' || type === 'JSON') return value;
  if (typeof value === 'number') return isIntegerType(type) ? exactNumber(integerNumeral(value)) : value;
  if (typeof value !== 'string') return value;
  if (notFinite.test(value)) return null;
  if (type.startsWith('TIME')) return value.replace(fractionOfSecond, (fraction) => fraction.padEnd(7, '0'));
  const isExact = isIntegerType(type) || type.startsWith('DECIMAL');
  return isExact && plainNumeral.test(value) ? exactNumber(value) : value;
}

function isIntegerType(type: string): boolean {
  return type === 'BIGINT' || type === 'INTEGER';
}

/** All digits of a whole number in a log, of which JSON writes the last ones as zeros. */
export function integerNumeral(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}
