const ZERO = 0x30;
/** Powers of ten that a double represents exactly. */
const exactPowers = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);
const EXACT_DIGITS = 15;

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
  const negative = bytes[at] === 0x2d;
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
    } else if (byte === 0x2e && !inFraction) {
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

function slowNumber(bytes: Buffer, start: number, end: number): number {
  const text = bytes.toString('latin1', start, end).trim();
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}
