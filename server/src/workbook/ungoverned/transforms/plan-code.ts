import { storesOf } from '../../stores.js';
import type { WorkbookData } from '../../workbook-data.js';
import { inputsOf, runSignature } from './transform-inputs.js';
import type { TransformPlan, TransformSpec } from './transform-plan.js';

/** Of code that the engine does not understand: its columns are not known before it has run. */
export async function planCode(data: WorkbookData, spec: TransformSpec): Promise<TransformPlan> {
  const inputs = await inputsOf(storesOf(data).catalog.db, spec);
  const signature = runSignature(spec, inputs);
  return { spec, inputs, columns: [], stored: [], key: null, lineage: [], signature };
}
