import type { ComputedLine } from '../../arithmetic/operation.js';

/**
 * `Other`, computed as the total below less all other rows, is a part like them; what it shows is that the total is
 * their sum.
 */
export function sumsOfRemainders(
  lines: readonly ComputedLine[],
  isTotal: (row: number) => boolean,
): ComputedLine[] {
  const known = new Set(lines.map(({ line }) => line));
  return lines.map((found) => {
    const { line, operation, parts } = found;
    const [whole, ...more] = parts.filter(({ sign }) => sign === 1);
    const others = parts.filter(({ sign }) => sign === -1);
    const isRemainder =
      operation === 'difference' &&
      whole !== undefined &&
      more.length === 0 &&
      others.length > 1 &&
      whole.line > line &&
      others.every((other) => other.line < line) &&
      !known.has(whole.line) &&
      isTotal(whole.line) &&
      !isTotal(line);
    if (!isRemainder) return found;
    const added = [...others, { line }].map((part) => ({ line: part.line, sign: 1 as const }));
    return { ...found, line: whole.line, operation: 'sum', parts: added };
  });
}
