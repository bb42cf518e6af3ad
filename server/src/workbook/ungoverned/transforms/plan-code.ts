import type { Db } from '../../../catalog/db.js';
import { inputsOf, runSignature } from './transform-inputs.js';
import type { TransformPlan, TransformSpec } from './transform-plan.js';

/** Of code that the engine does not understand: its columns are not known before it has run. */
export async function planCode(db: Db, spec: TransformSpec): Promise<TransformPlan> {
  const inputs = await inputsOf(db, spec);
  const signature = runSignature(spec, inputs);
  return { spec, inputs, columns: [], stored: [], key: null, lineage: [], signature };
}
