import { describeTable, type Surroundings } from '../analyze/describe-table.js';
import type { StudiedSheet } from '../analyze/studied-sheet.js';
import { rolesIn } from '../lines/roles-of-rows.js';
import type { RegionSpec } from '../parse-spec.js';
import { foldRegion } from '../records/fold-region.js';
import { unfoldRecords } from '../records/unfold-records.js';
import { gridOfSheet } from '../sheet-grid.js';

/** Everything a spec says about a table whose records take several rows, and whose rows have the roles of a region. */
export function describeRecords(
  { cells, dialect }: Pick<StudiedSheet, 'cells' | 'dialect'>,
  region: RegionSpec,
  around: Surroundings,
): RegionSpec {
  const unfolded = unfoldRecords(cells, region);
  const { kind, range } = unfolded.region;
  const found = describeTable(
    { cells: unfolded.cells, dialect, grid: gridOfSheet(unfolded.cells.sheet, dialect) },
    { kind, range, roles: rolesIn(unfolded.region) },
    around,
  );
  return foldRegion(region, found, unfolded);
}
