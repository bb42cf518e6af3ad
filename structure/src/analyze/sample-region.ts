import { arrangeRegion } from '../materialize/arrange-region.js';
import { tableOfArranged } from '../materialize/reshape-arranged.js';
import type { RegionSpec } from '../parse-spec.js';
import type { Table } from '../reshape/table.js';
import type { SheetCells } from '../sheet-cells.js';

/** The shape of a table shows in its first rows; so many are too many for the fields of one record. */
const maxRows = 400;

/**
 * The first rows of a region's table, as its steps leave it. Undefined where further steps do not apply: the levels of
 * a report and forms are not reshaped.
 */
export function sampleRegion(cells: SheetCells, region: RegionSpec): Table | undefined {
  const takesSteps = region.kind === 'data' && (region.layout === 'flat' || region.layout === 'crosstab');
  if (!takesSteps) return undefined;
  const bottom = Math.min(region.range.bottom, region.range.top + maxRows);
  const table = arrangeRegion(cells, { ...region, range: { ...region.range, bottom } }).find(
    ({ role }) => role === 'table',
  );
  return table && tableOfArranged(cells, table);
}
