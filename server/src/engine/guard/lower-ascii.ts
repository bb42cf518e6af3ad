/**
 * Lowercases A to Z only, as DuckDB compares names. `toLowerCase` would also fold characters such as the
 * Kelvin sign, and two names would be equal to the guard but not to the engine.
 */
export function lowerAscii(text: string): string {
  return /[A-Z]/.test(text) ? text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : text;
}
