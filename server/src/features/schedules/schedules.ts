import { say } from '@workbook-data-service/contract/messages';
import type { Db } from '../../catalog/db.js';
import {
  findSchedule,
  type NamedSchedule,
  schedulesAfter,
  scheduleUrl,
} from '../../catalog/schedule-records.js';
import { runsBefore, type ScheduleRun } from '../../catalog/schedule-runs.js';
import { cutPage, type Page, type PageRequest, startOf } from '../../core/paging.js';
import { problem } from '../../core/problems.js';
import { withoutSecrets } from '../ingest/fetch-file.js';
import type { SchedulePlace } from '../places.js';
import type { Service } from '../service.js';

/** A schedule as members of the workbook see it: where a file is fetched from may contain a secret. */
export interface ScheduleView extends Omit<NamedSchedule, 'url'> {
  url: string | null;
}

/** Oldest first. */
export async function listSchedules(
  service: Service,
  workbookId: string,
  page: PageRequest,
): Promise<Page<ScheduleView>> {
  const found = await schedulesAfter(service.catalog.db, workbookId, {
    after: startOf(page),
    limit: page.limit + 1,
  });
  const { items, nextCursor } = cutPage(found, page, ({ id }) => id);
  return { items: items.map((schedule) => viewSchedule(service, schedule)), nextCursor };
}

export async function getSchedule(service: Service, place: SchedulePlace): Promise<ScheduleView> {
  return viewSchedule(service, await requireSchedule(service.catalog.db, place));
}

/** The runs of a schedule that have ended, newest first. */
export async function listScheduleRuns(
  { catalog: { db } }: Service,
  place: SchedulePlace,
  page: PageRequest,
): Promise<Page<ScheduleRun>> {
  const { id } = await requireSchedule(db, place);
  const found = await runsBefore(db, id, { before: startOf(page), limit: page.limit + 1 });
  return cutPage(found, page, (run) => run.job_id);
}

export async function requireSchedule(
  db: Db,
  { workbookId, scheduleId }: SchedulePlace,
): Promise<NamedSchedule> {
  const found = await findSchedule(db, workbookId, scheduleId);
  if (found) return found;
  throw problem('not-found', say('schedule-unknown', { schedule: scheduleId }), {
    fix: say('fix-schedules'),
  });
}

export function viewSchedule({ catalog }: Service, schedule: NamedSchedule): ScheduleView {
  const url = scheduleUrl(catalog, schedule);
  return { ...schedule, url: url === undefined ? null : withoutSecrets(new URL(url)) };
}
