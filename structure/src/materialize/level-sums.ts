import type { ComputedLine } from '../arithmetic/operation.js';
import type { CellGrid } from '../cell-grid.js';
import type { RegionSpec } from '../parse-spec.js';

/**
 * What the levels of a report suggest to be sums: an account of those right under it, and a computed row of those
 * beside it. Numbers have to confirm them.
 */
export function levelSums(grid: CellGrid, { layout, range, ...region }: RegionSpec): ComputedLine[] {
  if (layout !== 'report') return [];
  const derived = new Set(region.rowRoles.derived);
  const headers = new Set(region.headerRows);
  const heads = new Set(Object.values(region.rowParents ?? {}));
  const sums: ComputedLine[] = [];
  /** By parent, the rows under it since the last computed one, and all computed ones. */
  const under = new Map<number | undefined, { open: number[]; totals: number[] }>();
  for (let row = range.top; row <= range.bottom; row++) {
    if (headers.has(row) || !hasNumbers(grid, row, range)) continue;
    const parent = region.rowParents?.[row];
    const beside = under.get(parent) ?? { open: [], totals: [] };
    under.set(parent, beside);
    if (!derived.has(row) || heads.has(row)) {
      beside.open.push(row);
      continue;
    }
    sums.push(...[beside.open, beside.totals].flatMap((rows) => sumOf(row, rows)));
    beside.open = [];
    beside.totals.push(row);
  }
  for (const [parent, { open, totals }] of under)
    if (parent !== undefined && totals.length === 0) sums.push(...sumOf(parent, open));
  return sums;
}

function sumOf(line: number, rows: readonly number[]): ComputedLine[] {
  if (rows.length < 2) return [];
  const parts = rows.map((row) => ({ line: row, sign: 1 as const }));
  return [{ line, operation: 'sum', parts, across: [], evidence: 'numbers' }];
}

function hasNumbers(grid: CellGrid, row: number, { left, right }: RegionSpec['range']): boolean {
  for (let column = left + 1; column <= right; column++)
    if (!Number.isNaN(grid.number(row, column))) return true;
  return false;
}
