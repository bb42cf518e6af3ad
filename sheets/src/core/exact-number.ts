/** A number as a request wrote it, for numbers that a double would change. */
export class ExactNumber {
  constructor(readonly text: string) {}

  /** Responses show numbers that a double cannot represent as text. */
  toJSON(): string {
    return this.text;
  }
}

/** `digits` times ten to the power of `exponent`, without leading or trailing zeros; zero has no digits. */
interface DecimalParts {
  negative: boolean;
  digits: string;
  exponent: number;
}

const ZERO = 48;

/** Parses a numeral without rounding. The loops stay linear where a regular expression would not. */
export function decimalParts(numeral: string): DecimalParts {
  const [mantissa = '', power = '0'] = numeral.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const written = whole + fraction;
  let start = 0;
  while (start < written.length && written.charCodeAt(start) === ZERO) start++;
  let end = written.length;
  while (end > start && written.charCodeAt(end - 1) === ZERO) end--;
  const digits = written.slice(start, end);
  const exponent = digits === '' ? 0 : Number(power) - fraction.length + written.length - end;
  return { negative: mantissa.startsWith('-') && digits !== '', digits, exponent };
}

/**
 * Every decimal number with this many digits survives conversion to a double and back, and spreadsheet programs save
 * no more of them.
 */
export const SAFE_DIGITS = 15;

/** Whether a spreadsheet program that saves the number keeps all its digits. */
export function isKeptBySpreadsheets(numeral: string): boolean {
  return numeral.length <= SAFE_DIGITS || decimalParts(numeral).digits.length <= SAFE_DIGITS;
}

/** Whether a double, printed again, is the same number. */
export function isDoubleExact(numeral: string): boolean {
  if (numeral.length <= SAFE_DIGITS && !/e/i.test(numeral)) return true;
  const double = Number(numeral);
  if (!Number.isFinite(double)) return false;
  const [given, kept] = [decimalParts(numeral), decimalParts(String(double))];
  return given.digits === kept.digits && given.exponent === kept.exponent;
}

/**
 * Whether an exact number is a number in JSON, whoever reads it: 1234567890123457000 is printed like that by the double
 * nearest to it, whose value is another one.
 */
export function isNumberInJson(numeral: string): boolean {
  if (!isDoubleExact(numeral)) return false;
  const double = Number(numeral);
  if (Math.abs(double) <= Number.MAX_SAFE_INTEGER) return true;
  const { digits, exponent } = decimalParts(numeral);
  return exponent >= 0 && BigInt(Math.abs(double)) === BigInt(digits + '0'.repeat(exponent));
}

/** The one form of an exact number in logs, conflicts, differences and answers: text if a double would change it. */
export function exactNumber(numeral: string): number | string {
  return isNumberInJson(numeral) ? Number(numeral) : numeral;
}
