import type { CommitOptions } from '../../catalog/change.js';
import type { Caller } from '../caller.js';
import type { TransformPlace } from '../places.js';
import type { Service } from '../service.js';
import { planTransform } from './compute-transform.js';
import { recordOutcome } from './record-outcome.js';
import { redactingErrors } from './redact-errors.js';
import { refreshInputs } from './refresh-inputs.js';
import { refreshOutput } from './refresh-output.js';
import { runTables } from './run-tables.js';
import { joinOutcomes, type PlannedAnswer, type TransformAnswer } from './transform-answer.js';
import { TransformGraph } from './transform-graph.js';
import { requireTransform, specOf, viewAs, viewTransform } from './transforms.js';
import { visibleAnswer } from './visible-answer.js';
import { visiblePlan } from './visible-plan.js';

/** Runs a transform and everything downstream of it. */
export async function runTransform(
  service: Service,
  caller: Caller,
  place: TransformPlace,
  commit: CommitOptions,
): Promise<TransformAnswer> {
  const { db } = service.catalog;
  const { workbookId } = place;
  const row = await requireTransform(db, place);
  const graph = await TransformGraph.load(service, workbookId);
  const before = await refreshInputs(service, caller, graph, Object.values(specOf(row).args));
  const run = await refreshOutput(service, caller, workbookId, row.id);
  const after = await runTables(service, caller, graph, graph.downstream(row.output_table_id));
  const others = joinOutcomes(before, after);
  const now = await requireTransform(db, { workbookId, transform: row.id });
  const transform = await viewAs(service, caller, now);
  const answer = await visibleAnswer(db, caller, { transform, run, others });
  return await recordOutcome(service, caller, workbookId, others, answer, commit);
}

export async function planRun(
  service: Service,
  caller: Caller,
  place: TransformPlace,
): Promise<PlannedAnswer> {
  const { db } = service.catalog;
  const row = await requireTransform(db, place);
  const spec = specOf(row);
  const graph = await TransformGraph.load(service, place.workbookId);
  const others = [...graph.staleUpstream([row.output_table_id]), ...graph.downstream(row.output_table_id)];
  const plan = await redactingErrors(service, caller, spec, () => planTransform(service, spec));
  const { output } = await viewTransform(db, row);
  const shown = await visiblePlan(service, caller, plan);
  return { plan: shown, output: output.name, recomputes: others.map((id) => graph.describe(id).table) };
}
