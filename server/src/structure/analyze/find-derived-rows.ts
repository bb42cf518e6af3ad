import type { RegionSpec } from '../../core/parse-spec.js';
import { totalRows } from '../total-rows.js';
import { namesTotal } from '../total-words.js';
import type { RegionLines } from './region-lines.js';
import type { StudiedSheet } from './studied-sheet.js';

/** Longer tables are lists, whose totals the line roles already show. */
const mostRows = 2000;

/** The rows that are computed, each with the rows that it is computed from, as far as numbers show it. */
export type ComputedRows = ReadonlyMap<number, readonly number[]>;

/** Adds the rows that are labelled as computed and whose numbers confirm it. */
export function findDerivedRows(
  { cells, grid }: StudiedSheet,
  region: RegionSpec,
  lines: RegionLines,
): ComputedRows {
  const unexplained = () => new Map(region.rowRoles.derived.map((row) => [row, []]));
  const values = region.columns.filter(({ role }) => role === 'value' || role === 'period');
  const [first, last] = [values[0]?.source, values.at(-1)?.source];
  if (!grid || first === undefined || last === undefined || lines.bodyRows.length > mostRows)
    return unexplained();
  const known = new Set(region.rowRoles.derived);
  const labelOf = (row: number) =>
    region.columns
      .slice(0, Math.max(1, region.headerColumns))
      .map(({ source }) => cells.text(row, source).trim());
  const totals = lines.bodyRows.filter((row) => !known.has(row) && labelOf(row).some(namesTotal));
  const results = lines.bodyRows.filter((row) => !known.has(row) && labelOf(row).some(saysResult));
  if (known.size + totals.length + results.length === 0) return new Map();
  const sums = totalRows(grid, { ...region.range, left: first, right: last });
  const isTotal = (row: number) => sums.some(({ line }) => line === row);
  // Profit is sales less costs, so sales are the sum of costs and profit.
  const isResult = (row: number) =>
    isTotal(row) || sums.some(({ parts, line }) => line < row && parts.includes(row));
  const found = [...totals.filter(isTotal), ...results.filter(isResult)];
  region.rowRoles.derived = [...new Set([...known, ...found])].sort((a, b) => a - b);
  lines.derivedRows = region.rowRoles.derived;
  return new Map(
    region.rowRoles.derived.map((row) => [row, sums.find(({ line }) => line === row)?.parts ?? []]),
  );
}

const saysResult = (label: string) =>
  /利益|損失|損益|差引|差額|収支|\b(?:gross|operating|net) (?:profit|loss|margin)\b/i.test(label);
