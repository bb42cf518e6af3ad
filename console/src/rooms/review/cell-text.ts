/** A value of evidence as a page shows it, without what a double adds to 12.3. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(Number(value.toPrecision(15)));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
