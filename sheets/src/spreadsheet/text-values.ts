import type { TypedData } from './column-data.js';
import { withoutDecimalNoise } from './decimal-noise.js';
import type { Dialect } from './spreadsheet-file.js';

/** Reads a trimmed text as a value of one type; undefined where it is not one. */
export interface TextReader {
  type: TypedData['type'];
  read(text: string): number | bigint | undefined;
}

const MIN_BIGINT = -(2n ** 63n);
const MAX_BIGINT = 2n ** 63n - 1n;

/** No leading zeros: those are codes, which would lose them as numbers. */
const wholeNumber = /^(?:0|[1-9]\d*)$/;
const groupedNumber = /^[1-9]\d{0,2}(?:,\d{3})+$/;
/** An exponent requires a point or a sign: 12E45 is an article number. */
const decimalNumber = /^(?:(?:0|[1-9]\d*)?\.\d+|(?:0|[1-9]\d*)\.?)(?:e[+-]\d+)?$|^(?:0|[1-9]\d*)?\.\d+e\d+$/i;
const groupedDecimal = /^[1-9]\d{0,2}(?:,\d{3})+\.\d*$/;
const EXACT_DIGITS = 15;
const EXACT_BELOW = 10n ** 15n;

/**
 * Readers for the numbers of a column. With semicolons between the cells, a comma is more likely a foreign
 * decimal sign than a thousands separator, so such texts stay text.
 */
export function numberReaders(dialect: Dialect): TextReader[] {
  const grouping = dialect.delimiter !== ';';
  const whole = (text: string): bigint | undefined => {
    if (wholeNumber.test(text)) return BigInt(text);
    return grouping && groupedNumber.test(text) ? BigInt(text.replaceAll(',', '')) : undefined;
  };
  const decimal = (text: string): number | undefined => {
    if (isShortDecimal(text)) return Number(text);
    const integer = whole(text);
    if (integer !== undefined) return integer < EXACT_BELOW ? Number(integer) : undefined;
    if (decimalNumber.test(text)) return withoutDecimalNoise(Number(text));
    return grouping && groupedDecimal.test(text) ? Number(text.replaceAll(',', '')) : undefined;
  };
  const percentage = (text: string): number | undefined => {
    const value = text.endsWith('%') ? decimal(text.slice(0, -1).trimEnd()) : undefined;
    // 12.3 / 100 is not 0.123 in binary; the same digits with another exponent are.
    return value === undefined ? undefined : Number(`${value}e-2`);
  };
  return [
    { type: 'BIGINT', read: (text) => shortInteger(text) ?? within64Bits(signed(text, whole)) },
    { type: 'DOUBLE', read: (text) => finite(signed(text, decimal)) },
    { type: 'DOUBLE', read: (text) => finite(signed(text, percentage)) },
  ];
}

/** The common case without a regular expression: up to 15 digits, perhaps a minus. */
function shortInteger(text: string): number | undefined {
  const from = text.charCodeAt(0) === 0x2d ? 1 : 0;
  const digits = text.length - from;
  if (digits < 1 || digits > EXACT_DIGITS || (digits > 1 && text.charCodeAt(from) === 0x30)) return undefined;
  let value = 0;
  for (let at = from; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return from === 1 && value !== 0 ? -value : value;
}

/** Likewise without a sign, and perhaps with a decimal point. */
function isShortDecimal(text: string): boolean {
  if (text.length > EXACT_DIGITS || (text.charCodeAt(0) === 0x30 && text.charCodeAt(1) !== 0x2e))
    return false;
  let points = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x2e) points++;
    else if (code < 0x30 || code > 0x39) return false;
  }
  return points <= 1 && text.length > points;
}

/** Negative with a minus before or after, or in parentheses as in accounting. */
function signed<T extends number | bigint>(
  text: string,
  read: (text: string) => T | undefined,
): T | undefined {
  const inner =
    text.startsWith('-') || text.startsWith('\u2212')
      ? text.slice(1)
      : text.startsWith('(') && text.endsWith(')')
        ? text.slice(1, -1)
        : undefined;
  if (inner === undefined) return read(text);
  const value = read(inner);
  return value === undefined ? undefined : (-value as T);
}

function within64Bits(value: bigint | undefined): bigint | undefined {
  return value !== undefined && value >= MIN_BIGINT && value <= MAX_BIGINT ? value : undefined;
}

function finite(value: number | undefined): number | undefined {
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

export const booleanReader: TextReader = {
  type: 'BOOLEAN',
  read: (text) => {
    if (text.length > 5) return undefined;
    const lower = text.toLowerCase();
    return lower === 'true' ? 1 : lower === 'false' ? 0 : undefined;
  },
};
