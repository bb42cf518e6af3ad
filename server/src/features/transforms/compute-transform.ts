import { computeSql, planSql } from '../../workbook/ungoverned/transforms/compute-sql.js';
import { planCode } from '../../workbook/ungoverned/transforms/plan-code.js';
import type {
  ComputedTable,
  TransformPlan,
  TransformSpec,
} from '../../workbook/ungoverned/transforms/transform-plan.js';
import type { Service } from '../service.js';
import { computePython } from './compute-python.js';

/** A transform over its inputs as they are now, checked and not run. */
export async function planTransform(service: Service, spec: TransformSpec): Promise<TransformPlan> {
  return spec.kind === 'sql' ? await planSql(service.data, spec) : await planCode(service.data, spec);
}

/** The output of a planned transform, in the blob store and not yet in the catalog. */
export async function computeTransform(service: Service, plan: TransformPlan): Promise<ComputedTable> {
  return plan.spec.kind === 'sql' ? await computeSql(service.data, plan) : await computePython(service, plan);
}
