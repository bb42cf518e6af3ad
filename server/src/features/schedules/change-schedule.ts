import { type CommitOptions, change } from '../../catalog/change.js';
import { databaseTime } from '../../catalog/database-time.js';
import { pauseSchedule, resumeSchedule } from '../../catalog/schedule-records.js';
import type { Caller } from '../caller.js';
import type { SchedulePlace } from '../places.js';
import type { Service } from '../service.js';
import { queueRuns, RunTaken } from './schedule-jobs.js';
import { requireSchedule, type ScheduleView, viewSchedule } from './schedules.js';
import { dueAfter } from './timing.js';

/** Pauses or resumes a schedule. Who resumes one whose user may no longer do this takes it over; a mail keeps its recipient. */
export async function updateSchedule(
  service: Service,
  caller: Caller,
  place: SchedulePlace,
  { state }: { state: 'active' | 'paused' },
  commit: CommitOptions,
): Promise<ScheduleView> {
  const now = await databaseTime(service.catalog);
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const schedule = await requireSchedule(c.tx, place);
      const { id, workbook_id: chain, user_id, credential_id } = schedule;
      if (state === 'paused') {
        const { kind, subject } = schedule;
        if (await pauseSchedule(c, id, 'person'))
          c.emit(chain, 'schedule.paused', { schedule_id: id, kind, subject, because: 'person' });
      } else if (schedule.state === 'paused') {
        const user =
          schedule.paused_because === 'no_access' && schedule.kind !== 'mail_report'
            ? { user_id: caller.userId, credential_id: caller.credentialId }
            : { user_id, credential_id };
        await resumeSchedule(c, id, { ...user, due_at: dueAfter({ ...schedule, due_at: null }, now) });
      }
      const action = state === 'paused' ? 'schedule.paused' : 'schedule.resumed';
      await c.audit({ chain, action, target: id, detail: {} });
      return viewSchedule(service, await requireSchedule(c.tx, place));
    },
    commit,
  );
}

/** Queues a run now, also of a paused schedule, unless one is waiting or going on. What is due later stays. */
export async function runScheduleNow(
  service: Service,
  caller: Caller,
  place: SchedulePlace,
  commit: CommitOptions,
): Promise<ScheduleView> {
  const schedule = await requireSchedule(service.catalog.db, place);
  const { user_id: userId, credential_id: credentialId, due_at: dueAt, subject } = schedule;
  // Whoever asks for the run, it has the rights of the schedule's user.
  const author = { ...caller, userId, credentialId };
  const run = (isFree: boolean) =>
    change(
      service.catalog,
      author,
      async (c) => {
        if (isFree) await queueRuns(c, subject, [{ schedule, dueAt }]);
        const { id, workbook_id: chain } = schedule;
        await c.audit({ chain, action: 'schedule.ran', target: id, detail: { asked_by: caller.userId } });
        return viewSchedule(service, await requireSchedule(c.tx, place));
      },
      commit,
    );
  const view = await run(schedule.isRunning === 0).catch((error: unknown) => {
    if (error instanceof RunTaken) return run(false);
    throw error;
  });
  service.jobs.wake();
  return view;
}
