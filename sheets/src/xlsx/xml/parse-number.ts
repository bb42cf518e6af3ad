const [MINUS, POINT, ZERO, NINE, LESS_THAN] = [0x2d, 0x2e, 0x30, 0x39, 0x3c];
/** Powers of ten that a double represents exactly. */
const exactPowers = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);
const EXACT_DIGITS = 15;
const SHORT_DIGITS = 9;

/** A decimal integer, or -1 for other bytes and beyond 2^53. White space around it is allowed. */
export function parseInteger(bytes: Buffer, start: number, end: number): number {
  let from = start;
  let to = end;
  while (from < to && (bytes[from] as number) <= 0x20) from++;
  while (to > from && (bytes[to - 1] as number) <= 0x20) to--;
  if (from === to || to - from > EXACT_DIGITS) return -1;
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = (bytes[at] as number) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/**
 * A number as in XML; NaN for other text. Up to 15 digits and moderate exponents are computed here, exactly,
 * because both factors are exact doubles; the rest is left to JavaScript.
 */
export function parseNumber(bytes: Buffer, start: number, end: number): number {
  let at = start;
  const negative = bytes[at] === MINUS;
  if (negative) at++;
  let mantissa = 0;
  let digits = 0;
  let scale = 0;
  let inFraction = false;
  for (; at < end; at++) {
    const byte = bytes[at] as number;
    const digit = byte - ZERO;
    if (digit >= 0 && digit <= 9) {
      mantissa = mantissa * 10 + digit;
      if (mantissa > 0) digits++;
      if (inFraction) scale++;
    } else if (byte === POINT && !inFraction) {
      inFraction = true;
    } else {
      return slowNumber(bytes, start, end);
    }
  }
  if (
    digits > EXACT_DIGITS ||
    scale >= exactPowers.length ||
    end - start - Number(negative) - Number(inFraction) < 1
  )
    return slowNumber(bytes, start, end);
  const value = scale === 0 ? mantissa : mantissa / (exactPowers[scale] as number);
  return negative ? -value : value;
}

/** Reads the number in front of the next tag, wherever that is; for the place that runs the most often. */
export class NumberBeforeTag {
  /** Where the tag begins. */
  end = 0;
  /** Whether it is written in few digits alone. */
  isWhole = false;

  /** NaN for other text, and for a tag that is not there yet. */
  read(bytes: Buffer, start: number): number {
    const isNegative = bytes[start] === MINUS;
    const from = isNegative ? start + 1 : start;
    let at = from;
    // As many digits as fit 32 bits are added up in them, the fastest; more are read again by `parseNumber`.
    let sum = 0;
    let byte = bytes[at] as number;
    for (; byte >= ZERO && byte <= NINE; byte = bytes[++at] as number) {
      sum = (Math.imul(sum, 10) + byte - ZERO) | 0;
    }
    let digits = at - from;
    let scale = 0;
    this.isWhole = !isNegative;
    if (byte === POINT) {
      this.isWhole = false;
      const decimals = ++at;
      byte = bytes[at] as number;
      for (; byte >= ZERO && byte <= NINE; byte = bytes[++at] as number) {
        sum = (Math.imul(sum, 10) + byte - ZERO) | 0;
      }
      scale = at - decimals;
      digits += scale;
    }
    if (byte !== LESS_THAN || digits === 0 || digits > SHORT_DIGITS) return this.#readLong(bytes, start, at);
    this.end = at;
    const value = scale === 0 ? sum : sum / (exactPowers[scale] as number);
    return isNegative ? -value : value;
  }

  #readLong(bytes: Buffer, start: number, from: number): number {
    const end = bytes.indexOf(LESS_THAN, from);
    this.isWhole = false;
    this.end = end;
    return end < 0 ? Number.NaN : parseNumber(bytes, start, end);
  }
}

function slowNumber(bytes: Buffer, start: number, end: number): number {
  const text = bytes.toString('latin1', start, end).trim();
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}
