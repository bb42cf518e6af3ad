import type { TransformPlan, TransformSpec } from '../../workbook/transforms/transform-plan.js';
import { computeSql, planSql } from '../../workbook/ungoverned/transforms/compute-sql.js';
import { planCode } from '../../workbook/ungoverned/transforms/plan-code.js';
import type { ComputedTable } from '../../workbook/writing/write-run.js';
import type { Service } from '../service.js';
import { computePython } from './compute-python.js';

/** Plans a transform over its current inputs without running it. */
export async function planTransform(service: Service, spec: TransformSpec): Promise<TransformPlan> {
  return spec.kind === 'sql' ? await planSql(service.data, spec) : await planCode(service.data, spec);
}

/** Computes the output of a planned transform into the blob store, not yet into the catalog. */
export async function computeTransform(service: Service, plan: TransformPlan): Promise<ComputedTable> {
  return plan.spec.kind === 'sql' ? await computeSql(service.data, plan) : await computePython(service, plan);
}
