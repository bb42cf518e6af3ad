/** Digits that a double holds for certain, and that spreadsheets show at most. */
const CERTAIN_DIGITS = 15;
/** A number that is this short after rounding was meant to be: 0.468, not 0.46799999999999997. */
const MEANT_DIGITS = 12;
const fewPlaces = 1e6;

/**
 * A stored number without the noise that binary arithmetic left behind its digits. A number that really has
 * many digits, such as a third, is kept as it is.
 */
export function withoutDecimalNoise(value: number): number {
  // Most numbers are whole or have few decimal places, which is cheap to see.
  if (Number.isInteger(value) || Math.round(value * fewPlaces) / fewPlaces === value) return value;
  if (!Number.isFinite(value)) return value;
  const meant = Number(value.toPrecision(MEANT_DIGITS));
  return Number(value.toPrecision(CERTAIN_DIGITS)) === meant ? meant : value;
}
