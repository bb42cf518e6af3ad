import { isNumberInJson } from '@workbook-data-service/sheets/exact-numbers';

/** Numbers in JSON: exact, and as text where a double would change them. */

export function doubleText(value: number): string {
  return Number.isFinite(value) ? String(value) : 'null';
}

/** The shortest digits that read back as the same 32-bit float, so 0.1 stays 0.1. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return 'null';
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

export function integerText(value: bigint): string {
  return numeralText(value.toString());
}

export function decimalText(scaled: bigint | number, scale: number): string {
  return numeralText(decimalDigits(scaled, scale));
}

function numeralText(numeral: string): string {
  return isNumberInJson(numeral) ? numeral : `"${numeral}"`;
}

/** All digits of a decimal, with as many places as its scale. */
export function decimalDigits(scaled: bigint | number, scale: number): string {
  const digits = scaled.toString();
  if (scale === 0) return digits;
  const negative = digits.startsWith('-');
  const padded = (negative ? digits.slice(1) : digits).padStart(scale + 1, '0');
  const point = padded.length - scale;
  return `${negative ? '-' : ''}${padded.slice(0, point)}.${padded.slice(point)}`;
}
