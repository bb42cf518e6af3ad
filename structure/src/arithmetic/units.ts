const MAX_DECIMALS = 6;

/**
 * Numbers of a field have the same format, so a shorter one merely ends in zeros; a few stray long ones do
 * not count.
 */
export function finestUnit(numbers: readonly number[]): number {
  const longer = new Array<number>(MAX_DECIMALS + 1).fill(0);
  for (const number of numbers) {
    const decimals = countDecimals(number);
    for (let places = 0; places < decimals; places++) longer[places] = (longer[places] ?? 0) + 1;
  }
  const stray = Math.floor(numbers.length / 50);
  const decimals = longer.findIndex((count) => count <= stray);
  return 10 ** -decimals;
}

/**
 * The largest power of ten, from 1 up, that divides every number; the finest unit where they are not whole.
 */
export function coarsestUnit(numbers: readonly number[]): number {
  const finest = finestUnit(numbers);
  if (finest < 1) return finest;
  let unit = 1;
  while (unit < 1e9 && numbers.every((number) => number % (unit * 10) === 0)) {
    unit *= 10;
    if (numbers.every((number) => Math.abs(number) <= unit)) break;
  }
  return unit;
}

/** From the tenth to the ninetieth percentile. */
export function spreadOf(numbers: readonly number[]): number {
  if (numbers.length < 5) return Number.POSITIVE_INFINITY;
  const sorted = Float64Array.from(numbers).sort();
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1) + 0.5)] ?? 0;
  return at(0.9) - at(0.1);
}

function countDecimals(number: number): number {
  let scaled = Math.abs(number);
  for (let decimals = 0; decimals < MAX_DECIMALS; decimals++) {
    // Binary fractions are never exact: 0.1 + 0.2 has one decimal.
    if (Math.abs(scaled - Math.round(scaled)) <= Math.max(1e-7, scaled * 1e-12)) return decimals;
    scaled *= 10;
  }
  return MAX_DECIMALS;
}
