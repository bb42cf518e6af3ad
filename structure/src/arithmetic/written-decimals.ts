const maxDecimals = 6;

/** How many decimals a number is written with, apart from binary noise. */
export function writtenDecimals(number: number): number {
  let decimals = 0;
  while (decimals < maxDecimals && Math.abs(number - Number(number.toFixed(decimals))) > 1e-9) decimals++;
  return decimals;
}
