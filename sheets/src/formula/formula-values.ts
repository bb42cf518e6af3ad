import { type ErrorCode, errorCodes } from './formula-ast.js';
import { serialOfText } from './parse-date-text.js';

/** An error value inside a formula; there is one object for each code. */
export class FormulaError {
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    this.code = code;
  }
}

/** `null` is an empty cell: 0 in arithmetic, "" in text, FALSE in logic. Dates and times are serials. */
export type Scalar = number | string | boolean | null | FormulaError;

const errors = Object.fromEntries(errorCodes.map((code) => [code, new FormulaError(code)])) as Record<
  ErrorCode,
  FormulaError
>;
export const DIV0 = errors['#DIV/0!'];
export const VALUE = errors['#VALUE!'];
export const REF = errors['#REF!'];
export const NAME = errors['#NAME?'];
export const NUM = errors['#NUM!'];
export const NA = errors['#N/A'];

export function errorOf(code: ErrorCode): FormulaError {
  return errors[code];
}

export function isError(value: unknown): value is FormulaError {
  return value instanceof FormulaError;
}

/** The most text that a cell of Excel can contain; more is #VALUE!, so no formula can amplify its input. */
export const MAX_TEXT = 32_767;

export function finite(value: number): number | FormulaError {
  return Number.isFinite(value) ? value : NUM;
}

export function boundedText(text: string): string | FormulaError {
  return text.length > MAX_TEXT ? VALUE : text;
}

export function toNumber(value: Scalar): number | FormulaError {
  if (typeof value === 'number') return value;
  if (value === null) return 0;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return numberOfText(value) ?? VALUE;
  return value;
}

/** How numbers, dates and names of months begin: most texts are told apart by their first letter. */
const numericBeginning = /^[-+.($€£¥\djfmasond]/i;
const plainNumeral = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const dressedNumeral =
  /^(?<open>\()?(?<sign>[+-])?\s?(?<currency>[$€£¥])?\s?(?<digits>(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?(?:e[+-]?\d{1,3})?)\s?(?<percent>%)?(?<close>\))?$/i;

/** The number that a text means in arithmetic: plain numbers, `$1,234.50`, `12%`, `(5)`, dates and times. */
export function numberOfText(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 64 || !numericBeginning.test(trimmed)) return undefined;
  if (plainNumeral.test(trimmed)) return finiteOrNothing(Number(trimmed));
  const groups = dressedNumeral.exec(trimmed)?.groups;
  if (
    groups &&
    /\d/.test(groups.digits ?? '') &&
    (groups.open === undefined) === (groups.close === undefined)
  ) {
    if (groups.open !== undefined && groups.sign !== undefined) return undefined;
    const size = Number((groups.digits ?? '').replaceAll(',', '')) / (groups.percent === undefined ? 1 : 100);
    return finiteOrNothing(groups.open !== undefined || groups.sign === '-' ? -size : size);
  }
  return serialOfText(trimmed);
}

function finiteOrNothing(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

export function toText(value: Scalar): string | FormulaError {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value === 'number') return textOfNumber(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return value;
}

/** Fifteen digits, and an exponent only where the zeros would not fit, as `1/3 & ""` shows it. */
export function textOfNumber(value: number): string {
  if (Number.isSafeInteger(value) && Math.abs(value) < 1e15) return String(value === 0 ? 0 : value);
  const rounded = Number(value.toPrecision(15));
  const [mantissa = '', power = '0'] = rounded.toExponential().split('e');
  const exponent = Number(power);
  if (exponent >= 21 || exponent < -9) {
    const size = String(Math.abs(exponent)).padStart(2, '0');
    return `${mantissa}E${exponent < 0 ? '-' : '+'}${size}`;
  }
  if (exponent >= 15) return mantissa.replace('.', '').padEnd(exponent + (rounded < 0 ? 2 : 1), '0');
  if (exponent >= -6) return String(rounded);
  return rounded.toFixed(Math.min(100, mantissa.replace(/^-?\d\.?/, '').length - exponent));
}

export function toBoolean(value: Scalar): boolean | FormulaError {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  if (value === null) return false;
  if (typeof value === 'string') {
    const upper = value.toUpperCase();
    return upper === 'TRUE' ? true : upper === 'FALSE' ? false : VALUE;
  }
  return value;
}

/** Numbers that agree in fifteen digits are the same to Excel: `0.1 + 0.2 = 0.3`. */
function compareNumbers(left: number, right: number): number {
  const difference = left - right;
  if (difference === 0) return 0;
  const close = Math.abs(difference) < Math.abs(left) * 1e-14 && !Number.isInteger(difference);
  if (close && left.toPrecision(15) === right.toPrecision(15)) return 0;
  return difference < 0 ? -1 : 1;
}

/** Numbers come before text, text before booleans; text is compared without regard to case. */
export function compareScalars(left: Scalar, right: Scalar): number | FormulaError {
  if (typeof left === 'number' && typeof right === 'number') return compareNumbers(left, right);
  if (isError(left)) return left;
  if (isError(right)) return right;
  const [a, b] = [left ?? emptyLike(right), right ?? emptyLike(left)];
  if (typeof a === 'string' && typeof b === 'string') {
    if (a === b) return 0;
    const [x, y] = [a.toLowerCase(), b.toLowerCase()];
    return x === y ? 0 : x < y ? -1 : 1;
  }
  if (typeof a === 'number' && typeof b === 'number') return compareNumbers(a, b);
  return typeof a === typeof b ? Number(a) - Number(b) : rankOf(a) - rankOf(b);
}

function emptyLike(other: Scalar): number | string | boolean {
  return typeof other === 'string' ? '' : typeof other === 'boolean' ? false : 0;
}

function rankOf(value: number | string | boolean): number {
  return typeof value === 'number' ? 0 : typeof value === 'string' ? 1 : 2;
}
