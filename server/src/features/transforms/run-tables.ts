import { Problem, problem } from '../../core/problems.js';
import { runInOrder } from '../../core/run-in-order.js';
import type { WrittenRun } from '../../workbook/writing/write-run.js';
import type { JobAuthor } from '../queue/queue-job.js';
import type { Service } from '../service.js';
import { refreshOutput } from './refresh-output.js';
import type { DerivedTable, TransformGraph } from './transform-graph.js';

const PARALLEL = 2;

export interface RunOutcome {
  recomputed: (DerivedTable & WrittenRun)[];
  /** Not run, because their output is up to date. */
  unchanged: DerivedTable[];
  /** They stay stale. */
  failed: (DerivedTable & { error: Problem })[];
  /** Not run and still stale, because they are computed from one that failed. */
  skipped: (DerivedTable & { because: string })[];
}

/** Runs the transforms of these tables, each once and after those that it depends on. */
export async function runTables(
  service: Service,
  caller: JobAuthor,
  graph: TransformGraph,
  tableIds: readonly string[],
): Promise<RunOutcome> {
  const outcome: RunOutcome = { recomputed: [], unchanged: [], failed: [], skipped: [] };
  const { failed, skipped } = await runInOrder(tableIds, graph.dependencies, PARALLEL, async (tableId) => {
    const transform = graph.transforms.get(tableId);
    if (!transform) return;
    const run = await refreshOutput(service, caller, transform.workbook_id, transform.id);
    const described = graph.describe(tableId);
    if (run) outcome.recomputed.push({ ...described, ...run });
    else outcome.unchanged.push(described);
  });
  return {
    ...outcome,
    failed: failed.map(({ item, error }) => ({ ...graph.describe(item), error: asProblem(service, error) })),
    skipped: skipped.map(({ item, because }) => ({
      ...graph.describe(item),
      because: graph.describe(because).table,
    })),
  };
}

function asProblem(service: Service, error: unknown): Problem {
  if (error instanceof Problem) return error;
  service.log.error({ err: error }, 'a transform failed');
  return problem('internal-error');
}
