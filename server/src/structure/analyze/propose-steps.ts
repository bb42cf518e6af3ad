import type { RegionSpec } from '../../core/parse-spec.js';
import type { ReshapePlan, ReshapeStep } from '../reshape/plan.js';
import { proposeReshape } from '../reshape/propose-reshape.js';
import type { Table } from '../reshape/table.js';

/** Rows plus columns; smaller tables do not show a shape. */
const leastSize = 6;
const mostFields = 100;

/**
 * Labels to be filled down in a table with neither levels nor periods across. Nothing else is reshaped unless a
 * person asks for it.
 */
export function proposeSteps(region: RegionSpec, sample: Table | undefined): ReshapeStep[] {
  if (!sample || region.layout !== 'flat' || region.rowRoles.derived.length > 0) return [];
  const { steps, reasons } = proposePlan(sample);
  const [fillDown] = steps.filter(({ operator }) => operator === 'ffill');
  if (!fillDown) return [];
  region.reasons.push(...reasons.map((reason) => `${reason[0]?.toUpperCase() ?? ''}${reason.slice(1)}.`));
  return [fillDown];
}

/** The plan for a table; empty where it is too small to judge or a list that only looks transposed. */
export function proposePlan(table: Table): ReshapePlan {
  const asItIs: ReshapePlan = { steps: [], confidence: 1, reasons: [] };
  if (table.rowCount + table.header.length < leastSize) return asItIs;
  const plan = proposeReshape(table);
  const turns = plan.steps.some(({ operator }) => operator === 'transpose');
  // Names with one number each are a list, and nobody writes hundreds of fields below each other.
  const isList = table.header.length < 3 || table.rowCount > mostFields;
  return turns && isList ? asItIs : plan;
}
