import { applyExplode } from './explode.js';
import { applyFfill } from './ffill.js';
import { applyPivot } from './pivot.js';
import type { ReshapePlan, ReshapeStep } from './plan.js';
import { applyStack } from './stack.js';
import { applySubtitle } from './subtitle.js';
import type { Table } from './table.js';
import { applyTranspose } from './transpose.js';
import { applyWideToLong } from './wide-to-long.js';

/** The result of a plan; every cell still knows where in the sheet it came from. */
export function applyReshape(table: Table, plan: ReshapePlan): Table {
  return plan.steps.reduce(applyStep, table);
}

export function applyStep(table: Table, step: ReshapeStep): Table {
  switch (step.operator) {
    case 'stack':
      return applyStack(table, step);
    case 'wide_to_long':
      return applyWideToLong(table, step);
    case 'subtitle':
      return applySubtitle(table, step);
    case 'ffill':
      return applyFfill(table, step);
    case 'transpose':
      return applyTranspose(table);
    case 'pivot':
      return applyPivot(table, step);
    case 'explode':
      return applyExplode(table, step);
  }
}
