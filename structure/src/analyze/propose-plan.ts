import type { ReshapePlan } from '../reshape/plan.js';
import { proposeReshape } from '../reshape/propose-reshape.js';
import type { Table } from '../reshape/table.js';

/** Rows plus columns; smaller tables do not show a shape. */
const minSize = 6;
const maxFields = 100;

/** The plan for a table; empty where it is too small to judge or a list that only looks transposed. */
export function proposePlan(table: Table): ReshapePlan {
  const asItIs: ReshapePlan = { steps: [], confidence: 1 };
  if (table.rowCount + table.header.length < minSize) return asItIs;
  const plan = proposeReshape(table);
  const turns = plan.steps.some(({ operator }) => operator === 'transpose');
  // Names with one number each are a list, and nobody writes hundreds of fields below each other.
  const isList = table.header.length < 3 || table.rowCount > maxFields;
  return turns && isList ? asItIs : plan;
}
