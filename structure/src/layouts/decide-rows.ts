import type { Difference, RegionSpec } from '../parse-spec.js';
import type { FoundSheet } from './find-header.js';
import type { FoundTable } from './find-table.js';
import { hashOf } from './label-key.js';
import { fillsDown, rowLabel, rowLabels } from './remember-rows.js';
import { levelsBy } from './row-levels.js';

/** Which rows of a table are headings, totals, and none of its records. */
export function decideRows(
  { cells }: FoundSheet,
  region: RegionSpec,
  table: FoundTable,
): RegionSpec['rowRoles'] {
  const {
    same,
    known,
    remembered: { rows },
  } = table;
  if (same) return same.rowRoles;
  const hashesIn = (role: 'note' | 'skip' | 'ungrouped') => new Set(rows.labels?.[role]);
  const [notes, skipped, ungrouped] = [hashesIn('note'), hashesIn('skip'), hashesIn('ungrouped')];
  const filled = cells.filledRows(region.range).filter((row) => !region.headerRows.includes(row));
  const labels = rowLabels(cells, region, fillsDown(region.steps));
  const withLabel = (hashes: ReadonlySet<number>) =>
    filled.filter((row) => hashes.size > 0 && labels.get(row)?.some((label) => hashes.has(hashOf(label))));
  const [note, skip, open] = [withLabel(notes), withLabel(skipped), withLabel(ungrouped)];
  const isIn = (row: number) => known.get(row) !== 'empty';
  const group = rows.group === 'none' ? [] : region.rowRoles.group.filter(isIn);
  const derived = derivedRows(filled, region, table, (row) => rowLabel(cells, region, row)).filter(isIn);
  const taken = new Set(derived);
  return {
    group: group.filter((row) => !taken.has(row)),
    derived,
    ...(note.length > 0 && { note }),
    ...(skip.length > 0 && { skip }),
    ...(open.length > 0 && { ungrouped: open }),
  };
}

function derivedRows(
  filled: readonly number[],
  { rowRoles: { derived } }: RegionSpec,
  {
    known,
    remembered: {
      rows: { derived: decided },
    },
  }: FoundTable,
  labelOf: (row: number) => string,
): number[] {
  const andNamed = (named: readonly number[]) => [...new Set([...derived, ...named])].sort((a, b) => a - b);
  if (decided === 'found') return andNamed(filled.filter((row) => known.get(row) === 'derived'));
  if (decided === 'none') return [];
  const labels = new Set(decided.labels);
  const named = filled.filter((row) => labels.has(labelOf(row)));
  return decided.only ? named : andNamed(named);
}

/** Which rows are below which, and how many of them that is not sure of. */
export function decideLevels(
  { cells }: FoundSheet,
  region: RegionSpec,
  rowRoles: RegionSpec['rowRoles'],
  { same, remembered: { levels } }: FoundTable,
): { rowParents: RegionSpec['rowParents']; differences: Omit<Difference, 'sheet'>[] } {
  if (same) return { rowParents: same.rowParents, differences: [] };
  const found = withoutOtherHeadings(region, rowRoles) ?? {};
  if (levels === undefined) return { rowParents: region.rowParents && found, differences: [] };
  const { rowParents, unsure } = levelsBy(cells, { ...region, rowRoles, rowParents: found }, levels);
  return {
    rowParents: Object.keys(rowParents).length > 0 ? rowParents : undefined,
    differences: unsure > 0 ? [{ kind: 'levels_unsure', rows: unsure }] : [],
  };
}

/** What is below headings that are none is below nothing. */
function withoutOtherHeadings(
  { rowParents, rowRoles }: RegionSpec,
  { group }: RegionSpec['rowRoles'],
): RegionSpec['rowParents'] {
  const gone = new Set(rowRoles.group.filter((row) => !group.includes(row)));
  if (!rowParents || gone.size === 0) return rowParents;
  return Object.fromEntries(Object.entries(rowParents).filter(([, parent]) => !gone.has(parent)));
}
