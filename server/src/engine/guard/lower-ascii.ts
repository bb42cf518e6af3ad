/**
 * Lowercases A to Z only, as DuckDB compares names. `toLowerCase` would also fold characters such as the
 * Kelvin sign, and two names would look equal to the guard that are not equal to the engine.
 */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
