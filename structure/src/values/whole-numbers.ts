const fraction = /^-?\d+\.\d+$/;
const zeroFraction = /^(-?\d+)\.0$/;

/**
 * `2007` of `2007.0`, as some programs write every number of a sheet; the text itself where another one beside it has a
 * fraction: `1.0 | 1.5 | 2.0`.
 */
export function withoutZeroFractions(texts: readonly string[]): string[] {
  const areWhole = texts.every((text) => !fraction.test(text) || zeroFraction.test(text));
  return areWhole ? texts.map(withoutZeroFraction) : [...texts];
}

export const withoutZeroFraction = (text: string) => text.replace(zeroFraction, '$1');

export const hasZeroFraction = (text: string) => zeroFraction.test(text);

export const hasOtherFraction = (text: string) => fraction.test(text) && !zeroFraction.test(text);
