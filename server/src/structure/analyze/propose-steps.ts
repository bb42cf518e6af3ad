import type { RegionSpec } from '../../core/parse-spec.js';
import { arrangeRegion } from '../materialize/arrange-region.js';
import { tableOfArranged } from '../materialize/reshape-arranged.js';
import { applyStep } from '../reshape/apply-reshape.js';
import type { ReshapePlan, ReshapeStep } from '../reshape/plan.js';
import { proposeReshape } from '../reshape/propose-reshape.js';
import type { Table } from '../reshape/table.js';
import type { SheetCells } from '../sheet-cells.js';
import { isTooLongToMake } from '../sheet-size.js';

/** The shape of a table shows in its first rows. */
const mostRows = 2000;
/** Rows and columns together; the shape of less is anybody's guess. */
const leastSize = 6;
const mostFields = 100;

/** Further steps towards one record a row, for tables that neither have levels nor periods across. */
export function proposeSteps(cells: SheetCells, region: RegionSpec): ReshapeStep[] {
  if (region.layout !== 'flat' || region.rowRoles.derived.length > 0 || region.headerRows.length === 0)
    return [];
  const bottom = Math.min(region.range.bottom, region.range.top + mostRows);
  const [table] = arrangeRegion(cells, { ...region, range: { ...region.range, bottom } });
  if (!table) return [];
  const sample = tableOfArranged(cells, table);
  const { steps, confidence, reasons } = proposePlan(sample);
  if (steps.length === 0) return [];
  const growth = steps.reduce(applyStep, sample).rowCount / sample.rowCount;
  if (growth > 1 && isTooLongToMake(growth * (region.range.bottom - region.range.top))) {
    region.reasons.push('With its columns turned into rows it would be longer than a sheet can be.');
    return [];
  }
  region.confidence = Math.min(region.confidence, confidence);
  region.reasons.push(...reasons.map((reason) => `${reason[0]?.toUpperCase() ?? ''}${reason.slice(1)}.`));
  return [...steps];
}

/** What to do to a table, which is nothing where it is too small to tell or a list that only looks turned. */
export function proposePlan(table: Table): ReshapePlan {
  const asItIs: ReshapePlan = { steps: [], confidence: 1, reasons: [] };
  if (table.rowCount + table.header.length < leastSize) return asItIs;
  const plan = proposeReshape(table);
  const turns = plan.steps.some(({ operator }) => operator === 'transpose');
  // A list of names with one number each is a list, and nobody writes hundreds of fields below each other.
  const isList = table.header.length < 3 || table.rowCount > mostFields;
  return turns && isList ? asItIs : plan;
}
