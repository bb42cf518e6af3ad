import type { TransformPlan } from '../../workbook/transforms/transform-plan.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

/** A plan is made with the owner's rights; other callers get only the columns that they may see. */
export async function visiblePlan(
  service: Service,
  caller: Caller,
  plan: TransformPlan,
): Promise<TransformPlan> {
  const { workbookId, ownerId, outputTableId } = plan.spec;
  if (caller.userId === ownerId || !(await service.data.as(caller).isGoverned(workbookId))) return plan;
  const seen = await Promise.all(
    [...plan.inputs.map(({ table }) => table.record.id), ...(outputTableId ? [outputTableId] : [])].map(
      (id) => service.data.as(caller).describe(workbookId, id),
    ),
  );
  const columnsOf = new Map(
    seen.map(({ record, columns }) => [record.id, new Set(columns.map(({ id }) => id))]),
  );
  const output = columnsOf.get(outputTableId ?? '') ?? new Set();
  return {
    ...plan,
    columns: plan.columns.filter(({ id }) => output.has(id)),
    lineage: plan.lineage.filter(
      ({ inputTableId, inputColumnId }) => columnsOf.get(inputTableId)?.has(inputColumnId) ?? false,
    ),
  };
}
