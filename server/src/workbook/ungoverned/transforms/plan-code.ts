import { storesOf } from '../../stores.js';
import type { TransformPlan, TransformSpec } from '../../transforms/transform-plan.js';
import type { WorkbookData } from '../../workbook-data.js';
import { inputsOf, runSignature } from './transform-inputs.js';

/** Plans code that is not SQL: its columns are unknown until it has run. */
export async function planCode(data: WorkbookData, spec: TransformSpec): Promise<TransformPlan> {
  const inputs = await inputsOf(storesOf(data).catalog.db, spec);
  const signature = runSignature(spec, inputs);
  return { spec, inputs, columns: [], stored: [], key: null, lineage: [], signature };
}
