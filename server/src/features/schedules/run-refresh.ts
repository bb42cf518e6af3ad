import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import type { JobRecord } from '../../catalog/job-records.js';
import { findSchedule, type NamedSchedule, noteSuccess } from '../../catalog/schedule-records.js';
import { type Problem, problem } from '../../core/problems.js';
import { type JobAuthor, jobAuthor } from '../queue/queue-job.js';
import type { Service } from '../service.js';
import { type RunOutcome, runTables } from '../transforms/run-tables.js';
import { TransformGraph } from '../transforms/transform-graph.js';
import { noteFailedRun } from './note-failed-run.js';
import { requireScheduleRight } from './require-schedule-right.js';
import { scheduledRun } from './schedule-jobs.js';

/** Recomputes derived tables, with the stale ones that they are computed from first, each once. */
export async function runRefreshJob(service: Service, job: JobRecord, commit: CommitOptions): Promise<void> {
  const { db } = service.catalog;
  const workbookId = job.workbook_id;
  await requireScheduleRight(service, job);
  const author: JobAuthor = { ...jobAuthor(job), actor: 'schedule' };
  const found = await Promise.all(
    scheduledRun(job).scheduleIds.map((id) => findSchedule(db, workbookId, id)),
  );
  const schedules = found.flatMap((schedule) => schedule ?? []);
  const graph = await TransformGraph.load(service, workbookId);
  const wanted = new Set(schedules.map(({ table_id }) => table_id as string));
  for (const id of graph.staleUpstream(wanted)) wanted.add(id);
  const outcome = await runTables(
    service,
    author,
    graph,
    graph.stale().filter((id) => wanted.has(id)),
  );
  const isGoverned = await service.data.as(author).isGoverned(workbookId);
  const { recomputed, failed, skipped } = outcome;
  const names = (tables: readonly { table: string }[]) => tables.map(({ table }) => table);
  await change(
    service.catalog,
    author,
    async (c) => {
      await c.audit({
        chain: workbookId,
        action: 'transforms.recomputed',
        target: workbookId,
        detail: { recomputed: names(recomputed), failed: names(failed), skipped: names(skipped) },
      });
      for (const schedule of schedules) {
        const fault = faultOf(outcome, schedule);
        if (fault) {
          // Members who may see less than its user read why a schedule failed.
          const told = isGoverned ? problem(fault.slug, say('transform-failed')) : fault;
          await noteFailedRun(service, c, schedule, { jobId: job.id, failure: told.failure, cause: fault });
        } else {
          const changed = recomputed.some(({ table }) => table === schedule.subject);
          await noteSuccess(c.tx, schedule.id, { jobId: job.id, changed });
        }
      }
      return { changed: recomputed.length > 0 };
    },
    commit,
  );
}

/** Why the table of a schedule could not be recomputed, which may be a table that it is computed from. */
function faultOf({ failed, skipped }: RunOutcome, { subject }: NamedSchedule): Problem | undefined {
  const because = skipped.find(({ table }) => table === subject)?.because ?? subject;
  return failed.find(({ table }) => table === because)?.error;
}
