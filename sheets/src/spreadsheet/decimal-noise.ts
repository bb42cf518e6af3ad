/**
 * Digits at which a stored number is looked at, and how few of them it must have to have been meant so. A
 * difference has lost more of its digits than a sum, and must be the shorter.
 */
const looks = [
  { digits: 15, meant: 12 },
  { digits: 14, meant: 10 },
  { digits: 13, meant: 8 },
];
const fewPlaces = 1e6;

/**
 * A stored number without the noise that binary arithmetic left behind its digits: 0.468, not
 * 0.46799999999999997. A number that really has many digits, such as a third, is kept as it is.
 */
export function withoutDecimalNoise(value: number): number {
  // Most numbers are whole or have few decimal places, which is cheap to see.
  if (Number.isInteger(value) || Math.round(value * fewPlaces) / fewPlaces === value) return value;
  if (!Number.isFinite(value)) return value;
  for (const { digits, meant } of looks) {
    const short = Number(value.toPrecision(meant));
    if (Number(value.toPrecision(digits)) === short) return short;
  }
  return value;
}
