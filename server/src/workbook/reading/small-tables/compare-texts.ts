const surrogate = /[\ud800-\udfff]/;

export const hasSurrogates = (text: string): boolean => surrogate.test(text);

/** Right for texts without surrogates, and quick. */
export function compareUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * The engine orders texts by their bytes in UTF-8, which is the order of their characters. The order of code units is the same but
 * for surrogates, whose characters come after all others.
 */
export function compareByUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return place(x) - place(y);
  }
  return a.length - b.length;
}

const place = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
