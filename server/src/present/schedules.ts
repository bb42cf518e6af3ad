import type { ScheduleRun } from '../catalog/schedule-runs.js';
import type { Page } from '../core/paging.js';
import type { ScheduleView } from '../features/schedules/schedules.js';
import { keptFields } from './messages.js';

export function scheduleBody(schedule: ScheduleView) {
  const { file_link_id, source_id, table_id, sheet_id } = schedule;
  return {
    id: schedule.id,
    kind: schedule.kind,
    subject: schedule.subject,
    subject_id: file_link_id ?? source_id ?? table_id ?? sheet_id ?? '',
    url: schedule.url,
    user_id: schedule.user_id,
    ...timesAndRuns(schedule),
  };
}

/** When a schedule runs, and how it went. */
export function timesAndRuns(schedule: Omit<ScheduleView, 'url'>) {
  const { last_run_at, last_outcome, last_job_id, last_error } = schedule;
  const isActive = schedule.state === 'active';
  return {
    every: schedule.every,
    cron: schedule.cron,
    time_zone: schedule.time_zone,
    on_change: schedule.every === null && schedule.cron === null,
    state: schedule.state,
    paused_because: schedule.paused_because,
    failures: schedule.failures,
    next_run_at: isActive ? schedule.due_at : null,
    running_job_id: schedule.isRunning === 1 ? schedule.job_id : null,
    last_run:
      last_run_at === null || last_outcome === null || last_job_id === null
        ? null
        : {
            job_id: last_job_id,
            finished_at: last_run_at,
            outcome: last_outcome,
            changed: schedule.last_changed === 1,
            ...keptFields('error', last_error),
          },
    created_at: schedule.created_at,
  };
}

export function scheduleListBody({ items, nextCursor }: Page<ScheduleView>) {
  return { schedules: items.map(scheduleBody), next_cursor: nextCursor };
}

export function scheduleRunListBody({ items, nextCursor }: Page<ScheduleRun>) {
  const runs = items.map(({ job_id, started_at, finished_at, outcome, changed, error }) => ({
    job_id,
    started_at,
    finished_at,
    outcome,
    changed: changed === 1,
    ...keptFields('error', error),
  }));
  return { runs, next_cursor: nextCursor };
}

/** What the jobs of schedules answer: whether there was anything new. */
export const scheduledRunBody = ({ changed }: { changed: boolean }) => ({ changed });

export function tableRefreshBody({ name, schedule }: { name: string; schedule: ScheduleView | null }) {
  return {
    name,
    refresh: schedule ? ('auto' as const) : ('manual' as const),
    schedule_id: schedule?.id ?? null,
  };
}
