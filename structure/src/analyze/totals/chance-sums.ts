import type { ComputedLine } from '../../arithmetic/operation.js';
import type { CellGrid } from '../../cell-grid.js';
import type { ColumnSpec } from '../../parse-spec.js';

/** In all numbers of a row together. */
const minDigits = 3;
/** Fewer rows with a name do not show what it is for. */
const minNamed = 4;

/** Whether a row has numbers, but so small ones that they are often the sum of others by chance. */
export function hasFewDigits(grid: CellGrid, row: number, columns: readonly ColumnSpec[]): boolean {
  const numbers = columns.map(({ source }) => grid.number(row, source)).filter((one) => !Number.isNaN(one));
  const digits = numbers.map((number) => String(number).replaceAll(/^-?[0.]+|\D|0+$/g, '').length);
  return numbers.length > 0 && digits.reduce((sum, count) => sum + count, 0) < minDigits;
}

/** Whether no other row has a greater number in most columns: at the end of a list, a total is as great as any of it. */
export function isGreatest(
  grid: CellGrid,
  values: readonly ColumnSpec[],
  rows: readonly number[],
  row: number,
): boolean {
  const stated = values.filter(({ source }) => !Number.isNaN(grid.number(row, source)));
  const greatest = stated.filter(({ source }) =>
    rows.every((other) => !(Math.abs(grid.number(other, source)) > Math.abs(grid.number(row, source)))),
  );
  return 2 * greatest.length >= stated.length;
}

/** Whether a row is no smaller than the record before it or the one after it, as the total of either must be. */
export function outgrowsNeighbour(
  grid: CellGrid,
  values: readonly ColumnSpec[],
  records: readonly number[],
  row: number,
): boolean {
  const neighbours = [records.findLast((other) => other < row), records.find((other) => other > row)];
  return neighbours.some((other) => other !== undefined && isGreatest(grid, values, [other], row));
}

/**
 * A subtotal of profit and depreciation does not make the profit a difference of the two: of rows that follow
 * from each other, the one below was computed.
 */
export function withoutCircles(lines: readonly ComputedLine[]): ComputedLine[] {
  const byRow = new Map(lines.map((line) => [line.line, line]));
  return lines.filter(
    ({ line, parts }) =>
      !parts.some(
        (part) => part.line > line && byRow.get(part.line)?.parts.some((inner) => inner.line === line),
      ),
  );
}

/**
 * Numbers may add up by chance across the border of a group: what has parts of another total, but neither all of them
 * nor no others, is a record unless it is called a total.
 */
export function withoutCrossing(
  lines: readonly ComputedLine[],
  isNamed: (row: number) => boolean,
): ComputedLine[] {
  const named = lines
    .filter(({ line }) => isNamed(line))
    .map(({ parts }) => new Set(parts.map((part) => part.line)));
  const crosses = (parts: readonly { line: number }[]) =>
    named.some((others) => {
      const shared = parts.filter(({ line }) => others.has(line)).length;
      return shared > 0 && shared < others.size && shared < parts.length;
    });
  return lines.filter(
    ({ line, parts, evidence, operation }) =>
      evidence !== 'numbers' || operation !== 'sum' || isNamed(line) || !crosses(parts),
  );
}

/**
 * Where several rows are called a difference (`Fumarase net`) and most of them are computed from nothing, the name tells of
 * something else, and the others add up by chance. Formulas are none.
 */
export function withoutFewOfMany(lines: readonly ComputedLine[], named: readonly number[]): ComputedLine[] {
  const computed = new Set(lines.map(({ line }) => line));
  const areFew =
    named.length >= minNamed && 2 * named.filter((row) => computed.has(row)).length < named.length;
  return lines.filter(({ line, evidence }) => !areFew || evidence === 'formula' || !named.includes(line));
}
