import { say } from '@workbook-data-service/contract/messages';
import type { Interval } from '@workbook-data-service/contract/schedules';
import type { ScheduleRecord } from '../../catalog/schedule-records.js';
import { fieldError, type Problem, problem } from '../../core/problems.js';
import { faultOf, nextTime, type Timing } from '../../core/schedule-times.js';

/** When something is to happen, as a request says it. */
export interface TimingInput {
  every?: Interval | undefined;
  cron?: string | undefined;
  time_zone?: string | undefined;
}

/** Refuses what is no time, or comes too often. */
export function requireTiming({ every, cron, time_zone: timeZone = 'UTC' }: TimingInput, now: Date): Timing {
  if ((every === undefined) === (cron === undefined)) throw unfit('every', 'field-every-or-cron');
  if (every !== undefined) return { every };
  const timing = { cron: cron as string, timeZone };
  const fault = faultOf(timing, now);
  if (fault) throw unfit(fault === 'time-zone-unknown' ? 'time_zone' : 'cron', `field-${fault}`);
  return timing;
}

type TimingSentence = 'field-every-or-cron' | `field-${NonNullable<ReturnType<typeof faultOf>>}`;

function unfit(field: string, code: TimingSentence): Problem {
  return problem('invalid-request', say('schedule-timing'), {
    fix: say('fix-schedule-timing'),
    members: { errors: [fieldError(`/${field}`, say(code))] },
  });
}

export const timingColumns = (timing: Timing | null) => ({
  every: timing && 'every' in timing ? timing.every : null,
  cron: timing && 'cron' in timing ? timing.cron : null,
  time_zone: timing && 'cron' in timing ? timing.timeZone : null,
});

/** When a schedule is due after `now`; null where it runs when data changed. */
export function dueAfter(
  { every, cron, time_zone, due_at }: Pick<ScheduleRecord, 'every' | 'cron' | 'time_zone' | 'due_at'>,
  now: Date,
): string | null {
  const timing: Timing | undefined =
    every !== null ? { every } : cron === null ? undefined : { cron, timeZone: time_zone ?? 'UTC' };
  if (!timing) return null;
  return nextTime(timing, now, due_at === null ? now : new Date(due_at))?.toISOString() ?? null;
}
