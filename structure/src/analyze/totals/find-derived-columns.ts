import { computedColumns } from '../../arithmetic/computed-lines.js';
import type { RegionSpec } from '../../parse-spec.js';
import { bodyOf } from '../../table-body.js';
import type { StudiedSheet } from '../studied-sheet.js';

/** Longer tables are lists, whose first rows show no more than their headers do. */
const maxRows = 2000;

/** Marks the columns of a crosstab that formulas or numbers show to be computed from its periods. */
export function findDerivedColumns({ grid }: StudiedSheet, region: RegionSpec): void {
  const across = region.columns.filter(({ period }) => period);
  const periods = new Set(across.map(({ source }) => source));
  // Words add up to nothing, though a row may count them.
  if (across.every(({ type }) => type === 'VARCHAR')) return;
  const unexplained = region.columns.filter(
    ({ role, period, derived }) => role === 'value' && !period && !derived,
  );
  const isTooLong = region.range.bottom - region.range.top > maxRows;
  const hasMeasures = region.columns.some(({ measure }) => measure !== undefined);
  const body =
    grid && unexplained.length > 0 && !isTooLong && !hasMeasures ? bodyOf(grid, region) : undefined;
  if (!grid || periods.size === 0 || !body) return;
  for (const { line, parts } of computedColumns(grid, body)) {
    // A change beside two years makes the later one look like the sum of the others, but the change was computed.
    const [other, ...others] = [line, ...parts.map((part) => part.line)].filter((one) => !periods.has(one));
    const column = unexplained.find(({ source }) => source === other);
    if (column && parts.length > 1 && others.length === 0) column.derived = true;
  }
}
