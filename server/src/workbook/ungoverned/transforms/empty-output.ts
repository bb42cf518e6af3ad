import type { TransformPlan } from '../../transforms/transform-plan.js';
import type { WorkbookData } from '../../workbook-data.js';
import { NO_OVERRIDES } from '../../writing/carry-overrides.js';
import type { ComputedTable } from '../../writing/write-run.js';
import { writeEmptySegment } from '../write-segment.js';

/** A placeholder for the output of a transform that does not run yet. */
export async function emptyOutput(data: WorkbookData, plan: TransformPlan): Promise<ComputedTable> {
  const segment = await writeEmptySegment(data, plan.spec.workbookId, plan.columns);
  return { plan, segment, rowCount: 0, overrides: NO_OVERRIDES };
}
