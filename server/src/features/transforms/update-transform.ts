import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { setTableName } from '../../catalog/table-records.js';
import type { TransformRecord } from '../../catalog/transforms.js';
import { hidesAnythingOf } from '../../workbook/governance/governed-tables.js';
import type { TransformSpec } from '../../workbook/transforms/transform-plan.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import { markStale } from '../../workbook/writing/mark-stale.js';
import { redefineTransform } from '../../workbook/writing/transform-records.js';
import { RunOutdated, replaceInputs, type WrittenRun, writeRun } from '../../workbook/writing/write-run.js';
import type { Caller } from '../caller.js';
import type { TransformPlace } from '../places.js';
import type { Service } from '../service.js';
import { checkDefinition, type TransformInput } from './check-definition.js';
import { computeTransform, planTransform } from './compute-transform.js';
import { recordOutcome } from './record-outcome.js';
import { refreshInputs } from './refresh-inputs.js';
import { editedDuringRun } from './refresh-output.js';
import { runTables } from './run-tables.js';
import { joinOutcomes, type PlannedAnswer, type TransformAnswer } from './transform-answer.js';
import { TransformGraph } from './transform-graph.js';
import { refuseTakenNames, reportingTakenNames } from './transform-names.js';
import { requireTransform, viewTransform } from './transforms.js';
import { visibleAnswer } from './visible-answer.js';

/** Redefines a transform and runs it, or leaves its output stale. The caller becomes its owner. */
export async function updateTransform(
  service: Service,
  caller: Caller,
  place: TransformPlace,
  input: TransformInput,
  commit: CommitOptions,
): Promise<TransformAnswer> {
  const { db } = service.catalog;
  const { workbookId } = place;
  const { row, spec } = await checkUpdate(service, caller, place, input);
  const runs = input.run;
  // An invalid definition is refused before other tables are recomputed for it.
  await planTransform(service, spec);
  const graph = await TransformGraph.load(service, workbookId);
  const before = await refreshInputs(service, caller, graph, runs ? Object.values(spec.args) : []);
  const computed = runs ? await computeTransform(service, await planTransform(service, spec)) : null;
  const run = await reportingTakenNames(input, () =>
    change(service.catalog, caller, async (c): Promise<WrittenRun | null> => {
      await lockTable(c, row.output_table_id, null);
      await setTableName(c, row.output_table_id, input.output);
      await redefineTransform(c, row.id, { input, spec }, computed?.plan.signature ?? null);
      const written = computed && (await writeRun(c, row.id, row.output_table_id, computed, true));
      if (!written) await leaveStale(c, row, spec);
      await c.audit({
        chain: workbookId,
        action: 'transform.updated',
        target: row.id,
        detail: { name: input.name },
      });
      return written;
    }),
  ).catch((error: unknown) => {
    throw error instanceof RunOutdated ? editedDuringRun() : error;
  });
  const now = await TransformGraph.load(service, workbookId);
  const after = await runTables(service, caller, now, run ? now.downstream(row.output_table_id) : []);
  const others = joinOutcomes(before, after);
  const transform = await viewTransform(db, await requireTransform(db, { workbookId, transform: row.id }));
  const answer = await visibleAnswer(db, caller, { transform, run, others });
  return await recordOutcome(service, caller, workbookId, others, answer, commit);
}

export async function planUpdate(
  service: Service,
  caller: Caller,
  place: TransformPlace,
  input: TransformInput,
): Promise<PlannedAnswer> {
  const { row, spec } = await checkUpdate(service, caller, place, input);
  const graph = await TransformGraph.load(service, place.workbookId);
  const recomputes = graph.downstream(row.output_table_id).map((id) => graph.describe(id).table);
  return { plan: await planTransform(service, spec), output: input.output, recomputes };
}

async function checkUpdate(
  service: Service,
  caller: Caller,
  place: TransformPlace,
  input: TransformInput,
): Promise<{ row: TransformRecord; spec: TransformSpec }> {
  const { db } = service.catalog;
  const row = await requireTransform(db, place);
  const { output_table_id } = row;
  // A caller who may not see the whole output could use its salt to compute row ids of guesses and compare them.
  const hidden = hidesAnythingOf(await service.data.as(caller).describe(place.workbookId, output_table_id));
  const kept = { output_table_id, ...(!hidden && { row_salt: row.row_salt }) };
  const spec = await checkDefinition(db, caller, place.workbookId, input, kept);
  await refuseTakenNames(db, place.workbookId, input, row);
  return { row, spec };
}

/** The table keeps the output of the old definition, marked stale, and the inputs of the new one. */
async function leaveStale(
  c: Change,
  { id, output_table_id }: TransformRecord,
  spec: TransformSpec,
): Promise<void> {
  await replaceInputs(c, output_table_id, Object.values(spec.args));
  await markStale(c, output_table_id);
  await c.op({
    workbookId: spec.workbookId,
    kind: 'transform.update',
    tableId: output_table_id,
    operation: {
      operation: 'updateTransform',
      input: { transform: id, kind: spec.kind, code: spec.code, key: spec.key, args: spec.args },
    },
  });
}
