import type { ColumnType } from './column-types.js';
import type { CellValue } from './row-edits.js';

/** Why a value does not fit a column; the caller knows which row and column it was. */
export class CellRefused extends Error {
  override readonly name = 'CellRefused';
}

const MAX_INT32 = 2n ** 31n - 1n;
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * A value from a request in the one form in which the log keeps it and the engine casts it, exactly.
 * Text that plainly spells a value of the column's type is taken for it; nothing is guessed.
 */
export function castCell(value: unknown, type: ColumnType): CellValue {
  if (value === null || value === undefined) return null;
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
      return matched(value, /^(\d{4})-(\d\d)-(\d\d)$/, 'a date such as 2026-01-31', (m) => date(m));
    case 'TIME':
      return matched(value, /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6})0*)?)?$/, 'a time such as 13:05:00', (m) =>
        time(m, 1),
      );
    case 'TIMESTAMP':
      return matched(
        value,
        timestampForm('Z?'),
        'a timestamp without offset, such as 2026-01-31T13:05:00',
        (m) => `${date(m)}T${time(m, 4)}`,
      );
    case 'TIMESTAMPTZ':
      return matched(
        value,
        timestampForm('(Z|[+-]\\d\\d:?\\d\\d)?'),
        'a timestamp such as 2026-01-31T13:05:00Z',
        inUtc,
      );
    case 'JSON':
      return json(value);
    default:
      return decimal(value, type);
  }
}

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

function text(value: unknown): string {
  if (typeof value === 'object') throw new CellRefused('is not text');
  const spelled = String(value);
  // Half of a character that takes two code units would be refused by the engine for good.
  if (loneSurrogate.test(spelled)) throw new CellRefused('is not well-formed Unicode');
  return spelled;
}

function json(value: unknown): CellValue {
  // JSON.stringify writes a lone surrogate as an escape, and nothing else of that form.
  if (/\\ud[89a-f]/.test(JSON.stringify(value).replaceAll('\\\\', '')))
    throw new CellRefused('is not well-formed Unicode');
  return value as CellValue;
}

function integer(value: unknown, most: bigint): number | string {
  const spelled = typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : undefined;
  const parsed =
    spelled ??
    (typeof value === 'string' && /^[+-]?\d{1,19}$/.test(value.trim())
      ? BigInt(value.trim().replace(/^\+/, ''))
      : undefined);
  if (parsed === undefined) throw new CellRefused('is not a whole number');
  if (parsed > most || parsed < -most - 1n) throw new CellRefused('is out of range');
  const exact = Number(parsed);
  return Number.isSafeInteger(exact) ? exact : parsed.toString();
}

const numeral = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;

function double(value: unknown): number {
  const number = typeof value === 'string' && numeral.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new CellRefused('is not a number');
  return number;
}

function boolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  const spelled = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (spelled !== 'true' && spelled !== 'false') throw new CellRefused('is not true or false');
  return spelled === 'true';
}

/** Kept as text with all of its decimals; rounded half away from zero, as the engine does. */
function decimal(value: unknown, type: string): string {
  const [precision = 0, scale = 0] = (/\((\d+),(\d+)\)/.exec(type) ?? []).slice(1).map(Number);
  const spelled = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  if (typeof spelled !== 'string' || !numeral.test(spelled.trim())) throw new CellRefused('is not a number');
  const scaled = scaleUp(spelled.trim(), scale);
  if ((scaled < 0n ? -scaled : scaled) >= 10n ** BigInt(precision)) throw new CellRefused('is out of range');
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = scale > 0 ? `.${digits.slice(-scale)}` : '';
  return `${scaled < 0n ? '-' : ''}${whole}${fraction}`;
}

function scaleUp(numeralText: string, scale: number): bigint {
  const [mantissa = '', exponent = '0'] = numeralText.toLowerCase().split('e');
  const negative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const digits = BigInt(whole + fraction || '0');
  const shift = Number(exponent) - fraction.length + scale;
  let scaled: bigint;
  if (shift >= 0) scaled = digits * 10n ** BigInt(shift);
  else {
    const divisor = 10n ** BigInt(-shift);
    scaled = (digits * 2n + divisor) / (divisor * 2n);
  }
  return negative ? -scaled : scaled;
}

function matched(
  value: unknown,
  form: RegExp,
  wanted: string,
  canonical: (match: RegExpExecArray) => string,
): string {
  const match = typeof value === 'string' ? form.exec(value.trim()) : null;
  if (!match) throw new CellRefused(`is not ${wanted}`);
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
    throw new CellRefused('is not a day of the calendar');
  }
  return `${year}-${month}-${day}`;
}

function time(match: RegExpExecArray, first: number): string {
  const [hour = '00', minute = '00', second = '00', fraction = ''] = match.slice(first, first + 4);
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    throw new CellRefused('is not a time of day');
  const kept = fraction.replace(/0+$/, '');
  return `${hour}:${minute}:${second}${kept && `.${kept}`}`;
}

function inUtc(match: RegExpExecArray): string {
  const local = `${date(match)}T${time(match, 4)}`;
  const zone = match[8] ?? 'Z';
  if (zone.toUpperCase() === 'Z') return `${local}Z`;
  const offset = /([+-])(\d\d):?(\d\d)/.exec(zone);
  const minutes = Number(offset?.[2]) * 60 + Number(offset?.[3]);
  const fraction = /\.\d+$/.exec(local)?.[0] ?? '';
  const millis =
    Date.parse(`${local.replace(fraction, '')}Z`) - (offset?.[1] === '-' ? -1 : 1) * minutes * 60_000;
  return `${new Date(millis).toISOString().slice(0, 19)}${fraction}Z`;
}

const fractionOfSecond = /(?<=:\d\d)\.\d{1,5}(?!\d)/;
const notFinite = /^(nan|-?inf(inity)?)$/;
const plainDecimal = /^-?\d+(\.\d+)?$/;

/**
 * A kept value as answers show it: a decimal that a double holds is a number, what is not finite is null.
 * One that is older than the type of its column is shown as it is.
 */
export function presentCell(value: CellValue, type: ColumnType): CellValue {
  if (typeof value !== 'string' || type === 'VARCHAR' || type === 'JSON') return value;
  if (notFinite.test(value)) return null;
  if (type.startsWith('TIME')) return value.replace(fractionOfSecond, (fraction) => fraction.padEnd(7, '0'));
  if (!type.startsWith('DECIMAL') || !plainDecimal.test(value)) return value;
  return value.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15 ? Number(value) : value;
}
