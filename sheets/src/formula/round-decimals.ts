/** Further digits are noise to Excel, which rounds the displayed number and not the double. */
export function fifteenDigits(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}

function shifted(value: number, places: number): number {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent) + places}`);
}

function places(digits: number): number {
  return Math.max(-330, Math.min(330, Math.trunc(digits)));
}

const powers = Array.from({ length: 10 }, (_, power) => 10 ** power);

/** Rounds half away from zero in decimals: `ROUND(2.675, 2)` is 2.68 although the double is a little less. */
export function roundHalfAway(value: number, digits: number): number {
  const size = Math.abs(value);
  const power = powers[digits];
  if (power !== undefined) {
    const scaled = size * power;
    // Far from the midpoint and small enough for exact doubles, the short way gives the same result.
    if (scaled < 1e9 && Math.abs(scaled - Math.floor(scaled) - 0.5) > 1e-6) {
      return (Math.sign(value) * Math.round(scaled)) / power;
    }
  }
  return roundWith(value, digits, Math.round);
}

export function roundWith(value: number, digits: number, round: (size: number) => number): number {
  const by = places(digits);
  const moved = shifted(fifteenDigits(Math.abs(value)), by);
  // Beyond the precision of a double there is nothing to round.
  if (!Number.isFinite(moved) || moved > 1e21) return value;
  return Math.sign(value) * shifted(round(moved), -by);
}

/** The multiple of `step` that `round` chooses. */
export function toMultiple(value: number, step: number, round: (ratio: number) => number): number {
  return fifteenDigits(round(fifteenDigits(value / step)) * step);
}
