import type { RegionSpec } from '../parse-spec.js';
import type { FoundSheet } from './find-header.js';
import type { FoundTable } from './find-table.js';
import { rowLabel } from './remember-rows.js';

/** Which rows of a table are headings and totals. */
export function decideRows(
  { cells }: FoundSheet,
  region: RegionSpec,
  { remembered: { rows } }: FoundTable,
): RegionSpec['rowRoles'] {
  const { group, derived } = region.rowRoles;
  const groups = rows.group === 'none' ? [] : group;
  if (rows.derived === 'found') return { group: groups, derived };
  if (rows.derived === 'none') return { group: groups, derived: [] };
  const { labels, only } = rows.derived;
  const known = new Set(labels);
  const { range, headerRows } = region;
  const isHeader = new Set(headerRows);
  const named = cells
    .filledRows(range)
    .filter((row) => !isHeader.has(row) && known.has(rowLabel(cells, region, row)));
  const all = only ? named : [...new Set([...derived, ...named])].sort((a, b) => a - b);
  const taken = new Set(all);
  return { group: groups.filter((row) => !taken.has(row)), derived: all };
}
