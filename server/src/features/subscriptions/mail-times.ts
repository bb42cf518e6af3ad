import { say } from '@workbook-data-service/contract/messages';
import type { NewSubscription } from '@workbook-data-service/contract/subscriptions';
import type { ScheduleRecord } from '../../catalog/schedule-records.js';
import { fieldError, problem } from '../../core/problems.js';
import { isTimeZone } from '../../core/schedule-times.js';
import { dueAfter, requireTiming, timingColumns } from '../schedules/timing.js';

type TimesInput = Pick<NewSubscription, 'every' | 'cron' | 'time_zone' | 'on_change' | 'at_most_every'>;

export type MailTimes = Pick<ScheduleRecord, 'every' | 'cron' | 'due_at'> & {
  time_zone: string;
  at_most_every: NonNullable<TimesInput['at_most_every']> | null;
};

/** When a report is mailed: exactly one of an interval, a cron expression and a change of its data. */
export function mailTimes(input: TimesInput, now: Date): MailTimes {
  const { every, cron, on_change: onChange = false, time_zone = 'UTC', at_most_every } = input;
  if ([every !== undefined, cron !== undefined, onChange].filter(Boolean).length !== 1)
    throw unfit('every', 'field-every-cron-or-change');
  if (!isTimeZone(time_zone)) throw unfit('time_zone', 'field-time-zone-unknown');
  if (!onChange && at_most_every !== undefined) throw unfit('at_most_every', 'field-only-on-change');
  if (onChange)
    return { every: null, cron: null, due_at: null, time_zone, at_most_every: at_most_every ?? '1h' };
  const timing = { ...timingColumns(requireTiming({ every, cron, time_zone }, now)), due_at: null };
  return { ...timing, due_at: dueAfter(timing, now), time_zone, at_most_every: null };
}

function unfit(
  field: keyof TimesInput,
  code: 'field-every-cron-or-change' | 'field-time-zone-unknown' | 'field-only-on-change',
) {
  return problem('invalid-request', say('schedule-timing'), {
    fix: say('fix-subscription-timing'),
    members: { errors: [fieldError(`/${field}`, say(code))] },
  });
}
