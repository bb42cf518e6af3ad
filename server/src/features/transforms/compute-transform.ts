import type {
  ComputedTable,
  TransformPlan,
  TransformSpec,
} from '../../workbook/ungoverned/transforms/transform-plan.js';
import type { Service } from '../service.js';
import { computePython } from './compute-python.js';

/** A transform over its inputs as they are now, checked and not run. */
export async function planTransform(service: Service, spec: TransformSpec): Promise<TransformPlan> {
  return spec.kind === 'sql' ? await service.data.planSql(spec) : await service.data.planCode(spec);
}

/** The output of a planned transform, in the blob store and not yet in the catalog. */
export async function computeTransform(service: Service, plan: TransformPlan): Promise<ComputedTable> {
  return plan.spec.kind === 'sql' ? await service.data.computeSql(plan) : await computePython(service, plan);
}
