import { say } from '@workbook-data-service/contract/messages';
import { change } from '../../catalog/change.js';
import { findTransform } from '../../catalog/transforms.js';
import { mayBeNondeterministic } from '../../core/nondeterministic-code.js';
import { problem } from '../../core/problems.js';
import { setRunSignature } from '../../workbook/writing/transform-records.js';
import { RunOutdated, type WrittenRun, writeRun } from '../../workbook/writing/write-run.js';
import type { JobAuthor } from '../queue/queue-job.js';
import type { Service } from '../service.js';
import { computeTransform, planTransform } from './compute-transform.js';
import { redactingErrors } from './redact-errors.js';
import { specOf } from './transforms.js';

/** The written run; null if the output was already up to date. */
type RunResult = WrittenRun | null;

/** After this many runs during which inputs changed, a stale output is committed rather than none. */
const TRIES = 3;
/** A run during which overrides were made is never committed, so it may need more tries. */
const MAX_TRIES = 10;

/** Runs a transform over its current inputs, as one new version of its output. */
export async function refreshOutput(
  service: Service,
  caller: JobAuthor,
  workbookId: string,
  transformId: string,
): Promise<RunResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(service, caller, workbookId, transformId, attempt >= TRIES);
    } catch (error) {
      if (!(error instanceof RunOutdated)) throw error;
      if (attempt === MAX_TRIES) throw editedDuringRun();
    }
  }
}

async function runOnce(
  service: Service,
  caller: JobAuthor,
  workbookId: string,
  transformId: string,
  evenIfOutdated: boolean,
): Promise<RunResult> {
  const { db } = service.catalog;
  const row = await findTransform(db, workbookId, transformId);
  if (!row) throw problem('not-found', say('transform-deleted'));
  const spec = specOf(row);
  return await redactingErrors(service, caller, spec, async () => {
    const plan = await planTransform(service, spec);
    if (
      plan.signature === row.run_signature &&
      !mayBeNondeterministic(spec) &&
      (await isFresh(service, row.output_table_id))
    )
      return null;
    const computed = await computeTransform(service, plan);
    return await change(service.catalog, caller, async (c) => {
      const run = await writeRun(c, row.id, row.output_table_id, computed, evenIfOutdated);
      const same = await setRunSignature(c, row, plan.signature);
      if (!same) throw problem('conflict', say('transform-changed', { transform: row.name }));
      return run;
    });
  });
}

export function editedDuringRun() {
  return problem('conflict', say('output-edited'), {
    fix: say('fix-output-edited'),
  });
}

async function isFresh(service: Service, tableId: string): Promise<boolean> {
  const table = await service.catalog.db
    .selectFrom('tables')
    .select('stale_since')
    .where('id', '=', tableId)
    .executeTakeFirst();
  return table !== undefined && table.stale_since === null;
}
