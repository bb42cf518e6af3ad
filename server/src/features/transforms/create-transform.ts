import { type CommitOptions, change } from '../../catalog/change.js';
import { newId } from '../../core/ids.js';
import { emptyOutput } from '../../workbook/ungoverned/transforms/empty-output.js';
import { markStale } from '../../workbook/writing/mark-stale.js';
import { insertTransform } from '../../workbook/writing/transform-records.js';
import { writeFirstRun } from '../../workbook/writing/write-run.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { checkDefinition, type TransformInput } from './check-definition.js';
import { computeTransform, planTransform } from './compute-transform.js';
import { refreshInputs } from './refresh-inputs.js';
import type { PlannedAnswer, TransformAnswer } from './transform-answer.js';
import { TransformGraph } from './transform-graph.js';
import { refuseTakenNames, reportingTakenNames } from './transform-names.js';
import { viewTransform } from './transforms.js';
import { visibleAnswer } from './visible-answer.js';

/** Creates a transform with its output table, which stays empty and stale if the transform is not to run yet. */
export async function createTransform(
  service: Service,
  caller: Caller,
  workbookId: string,
  input: TransformInput,
  commit: CommitOptions,
): Promise<TransformAnswer> {
  const { db } = service.catalog;
  const spec = await checkDefinition(db, caller, workbookId, input);
  await refuseTakenNames(db, workbookId, input);
  const runs = input.run;
  const graph = await TransformGraph.load(service, workbookId);
  // An invalid definition is refused before other tables are recomputed for it.
  const first = await planTransform(service, spec);
  const others = await refreshInputs(service, caller, graph, runs ? Object.values(spec.args) : []);
  const plan = others.recomputed.length > 0 ? await planTransform(service, spec) : first;
  const computed = runs ? await computeTransform(service, plan) : await emptyOutput(service.data, plan);
  const id = newId('trf');
  return await reportingTakenNames(input, () =>
    change(
      service.catalog,
      caller,
      async (c) => {
        const opKind = runs ? 'transform.run' : 'transform.create';
        const run = await writeFirstRun(c, id, input.output, computed, opKind);
        const signature = runs ? plan.signature : null;
        const row = await insertTransform(c, id, { input, spec }, { tableId: run.tableId, signature });
        if (!runs) await markStale(c, run.tableId);
        await c.audit({
          chain: workbookId,
          action: 'transform.created',
          target: id,
          detail: { name: input.name, output: run.tableId },
        });
        const transform = await viewTransform(c.tx, row);
        return await visibleAnswer(c.tx, caller, { transform, run: runs ? run : null, others });
      },
      commit,
    ),
  );
}

export async function planNewTransform(
  service: Service,
  caller: Caller,
  workbookId: string,
  input: TransformInput,
): Promise<PlannedAnswer> {
  const { db } = service.catalog;
  const spec = await checkDefinition(db, caller, workbookId, input);
  await refuseTakenNames(db, workbookId, input);
  return { plan: await planTransform(service, spec), output: input.output, recomputes: [] };
}
