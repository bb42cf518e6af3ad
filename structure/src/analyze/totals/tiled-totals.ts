import type { ComputedLine } from '../../arithmetic/operation.js';
import type { CellGrid } from '../../cell-grid.js';
import { sumOfRows } from './sum-of-rows.js';

/** One total over its parts may be a coincidence. */
const minBlocks = 2;

/**
 * Totals right above their parts, where they and their parts are all rows: `East` is `Apples` and `Pears`, `West` too. Nothing
 * else need tell them, as numbers that make up a whole table do so by no coincidence.
 */
export function tiledTotals(
  grid: CellGrid,
  rows: readonly number[],
  columns: readonly number[],
): ComputedLine[] {
  const tilings = columns.flatMap((column) => {
    const heads = tile(rows.map((row) => grid.number(row, column)));
    return heads ? [heads] : [];
  });
  const counts = new Map<string, number>();
  for (const heads of tilings) counts.set(String(heads), (counts.get(String(heads)) ?? 0) + 1);
  const agreed = tilings.find((heads) => 2 * (counts.get(String(heads)) ?? 0) > columns.length);
  return (agreed ?? []).map((head, at, heads) => {
    const next = heads[at + 1] ?? rows.length;
    const isLast = head === rows.length - 1;
    const parts = isLast ? heads.slice(0, -1) : placesBetween(head, next);
    return sumOfRows(
      rows[head] as number,
      parts.map((part) => rows[part] as number),
    );
  });
}

const placesBetween = (head: number, next: number) =>
  Array.from({ length: next - head - 1 }, (_, at) => head + 1 + at);

/**
 * The places of totals that are each the sum of the numbers up to the next one, and of a last number that is the sum of the
 * totals; undefined if some number is neither total nor part.
 */
function tile(numbers: readonly number[]): number[] | undefined {
  const heads: number[] = [];
  let [several, sum] = [0, 0];
  for (let head = 0; head < numbers.length; ) {
    const total = numbers[head] ?? Number.NaN;
    const closes = head === numbers.length - 1 && isSame(sum, total);
    const end = closes ? numbers.length : endOfParts(numbers, head);
    if (end === undefined) return undefined;
    heads.push(head);
    if (end > head + 2) several++;
    sum += total;
    head = end;
  }
  return several >= minBlocks ? heads : undefined;
}

/** The place behind the parts that add up to a total before them. */
function endOfParts(numbers: readonly number[], head: number): number | undefined {
  const total = numbers[head] ?? Number.NaN;
  if (Number.isNaN(total) || total === 0) return undefined;
  let sum = 0;
  for (let at = head + 1; at < numbers.length; at++) {
    sum += numbers[at] || 0;
    if (isSame(sum, total)) return at + 1;
  }
  return undefined;
}

const isSame = (one: number, other: number) => Math.abs(one - other) <= Math.abs(other) * 1e-9;
