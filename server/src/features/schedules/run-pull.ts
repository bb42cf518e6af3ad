import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import type { JobRecord } from '../../catalog/job-records.js';
import { type NamedSchedule, noteSuccess, scheduleUrl } from '../../catalog/schedule-records.js';
import { problem } from '../../core/problems.js';
import { syncCloudFile } from '../drives/sync-cloud-file.js';
import { fetchIfChanged, type Validators } from '../ingest/fetch-file.js';
import { type JobAuthor, jobAuthor } from '../queue/queue-job.js';
import { reviseSource } from '../revising/revise-source.js';
import type { Service } from '../service.js';
import { getSource } from '../sources/sources.js';
import { requireScheduleRight } from './require-schedule-right.js';
import { scheduledRun } from './schedule-jobs.js';
import { requireSchedule } from './schedules.js';

/** Pulls the file of a schedule; the job, the schedule and what the file changed are written together. */
export async function runPullJob(service: Service, job: JobRecord, commit: CommitOptions): Promise<void> {
  const [scheduleId = ''] = scheduledRun(job).scheduleIds;
  const schedule = await requireSchedule(service.catalog.db, { workbookId: job.workbook_id, scheduleId });
  await requireScheduleRight(service, job);
  const author: JobAuthor = { ...jobAuthor(job), actor: 'schedule' };
  const pull = { service, author, schedule, job, commit };
  if (schedule.kind === 'pull_file') await pullDriveFile(pull);
  else await pullFromUrl(pull);
}

interface Pull {
  service: Service;
  author: JobAuthor;
  schedule: NamedSchedule;
  job: JobRecord;
  commit: CommitOptions;
}

async function pullDriveFile(pull: Pull): Promise<void> {
  const { service, author, schedule } = pull;
  const place = { workbookId: schedule.workbook_id, linkId: schedule.file_link_id as string };
  const options = { origin: undefined, dryRun: false };
  await syncCloudFile(
    service,
    author,
    place,
    options,
    ending<{ changed: boolean }>(pull, ({ changed }) => changed),
  );
}

async function pullFromUrl(pull: Pull): Promise<void> {
  const { service, author, schedule } = pull;
  const { workbook_id: workbookId, etag, last_modified: lastModified } = schedule;
  const url = scheduleUrl(service.catalog, schedule);
  const source = await getSource(service, { workbookId, source: schedule.source_id as string });
  if (url === undefined) throw problem('conflict', say('schedule-url-lost'));
  const fetched = await fetchIfChanged(service, url, source.filename, { etag, lastModified });
  if (!fetched) return await noteUnchanged(pull);
  const { from, validators, ...file } = fetched;
  const provenance = { kind: 'url' as const, url: from, fetchedAt: new Date().toISOString() };
  const place = { workbookId, source: source.id };
  const commit = ending<{ opId: number | null }>(pull, ({ opId }) => opId !== null, validators);
  await reviseSource(service, author, place, { file, provenance }, commit);
}

/** The server said that the file is as it was. */
async function noteUnchanged(pull: Pull): Promise<void> {
  const { service, author, schedule } = pull;
  await change(
    service.catalog,
    author,
    async (c) => {
      const detail = { unchanged: true };
      await c.audit({ chain: schedule.workbook_id, action: 'schedule.ran', target: schedule.id, detail });
    },
    ending(pull, () => false),
  );
}

/** Notes that the run succeeded, and ends its job, in the transaction of its change. */
function ending<Result>(
  { schedule, job, commit }: Pull,
  changedBy: (result: Result) => boolean,
  validators?: Validators,
): CommitOptions {
  return {
    beforeCommit: async (tx, result) => {
      const changed = changedBy(result as Result);
      const said = validators && {
        validators: { etag: validators.etag, last_modified: validators.lastModified },
      };
      await noteSuccess(tx, schedule.id, { jobId: job.id, changed, ...said });
      await commit.beforeCommit?.(tx, { changed });
    },
  };
}
