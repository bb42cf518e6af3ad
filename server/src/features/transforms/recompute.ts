import type { CommitOptions } from '../../catalog/change.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { recordOutcome } from './record-outcome.js';
import { type RunOutcome, runTables } from './run-tables.js';
import { type DerivedTable, TransformGraph } from './transform-graph.js';
import { visibleOutcome } from './visible-answer.js';

interface RecomputeInput {
  /** Names or ids of derived tables; if absent, every stale one. */
  tables?: string[] | undefined;
}

/** Runs the transforms of stale tables in dependency order; tables whose transform fails stay stale. */
export async function recompute(
  service: Service,
  caller: Caller,
  workbookId: string,
  input: RecomputeInput,
  commit: CommitOptions,
): Promise<RunOutcome> {
  const { graph, tableIds } = await tablesToRecompute(service, caller, workbookId, input);
  const outcome = await runTables(service, caller, graph, tableIds);
  const seen = await visibleOutcome(service.catalog.db, caller, workbookId, outcome);
  return await recordOutcome(service, caller, workbookId, outcome, seen, commit);
}

/** The tables that `recompute` would recompute. */
export async function planRecompute(
  service: Service,
  caller: Caller,
  workbookId: string,
  input: RecomputeInput,
): Promise<DerivedTable[]> {
  const { graph, tableIds } = await tablesToRecompute(service, caller, workbookId, input);
  return tableIds.map((id) => graph.describe(id));
}

/** A requested table includes the stale ones that it is computed from. */
async function tablesToRecompute(
  service: Service,
  caller: Caller,
  workbookId: string,
  { tables }: RecomputeInput,
): Promise<{ graph: TransformGraph; tableIds: string[] }> {
  const graph = await TransformGraph.load(service, workbookId);
  const stale = graph.stale();
  if (!tables) return { graph, tableIds: stale };
  const asked = await Promise.all(tables.map((name) => service.data.as(caller).describe(workbookId, name)));
  const ids = new Set(asked.map(({ record }) => record.id));
  for (const id of graph.staleUpstream(ids)) ids.add(id);
  return { graph, tableIds: stale.filter((id) => ids.has(id)) };
}
