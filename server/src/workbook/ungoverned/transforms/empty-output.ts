import type { WorkbookData } from '../../workbook-data.js';
import { NO_OVERRIDES } from '../../writing/carry-overrides.js';
import { writeEmptySegment } from '../write-segment.js';
import type { ComputedTable, TransformPlan } from './transform-plan.js';

/** A placeholder for the output of a transform that does not run yet. */
export async function emptyOutput(data: WorkbookData, plan: TransformPlan): Promise<ComputedTable> {
  const segment = await writeEmptySegment(data, plan.spec.workbookId, plan.columns);
  return { plan, segment, rowCount: 0, overrides: NO_OVERRIDES };
}
