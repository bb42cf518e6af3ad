import { say } from '@workbook-data-service/contract/messages';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { type RunOutcome, runTables } from './run-tables.js';
import type { TransformGraph } from './transform-graph.js';

/** Recomputes stale inputs first: the output of a run counts as fresh only if its inputs are. */
export async function refreshInputs(
  service: Service,
  caller: Caller,
  graph: TransformGraph,
  inputIds: readonly string[],
): Promise<RunOutcome> {
  const stale = graph.stale().filter((id) => inputIds.includes(id));
  const outcome = await runTables(service, caller, graph, [...stale, ...graph.staleUpstream(inputIds)]);
  const [first] = outcome.failed;
  if (!first) return outcome;
  const { table, error } = first;
  throw problem(error.slug, say('input-failed', { table, ...whyOf(error.said.detail) }), {
    fix: error.said.fix,
    members: { ...error.members, table },
  });
}
