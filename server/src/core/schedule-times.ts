import type { Interval } from '@workbook-data-service/contract/schedules';
import { Cron } from 'croner';

/** When something recurs: at an interval, or by a cron expression in a time zone. */
export type Timing = { every: Interval } | { cron: string; timeZone: string };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const lengths: Record<Interval, number> = {
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '6h': 6 * HOUR_MS,
  '1d': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
};

/** In milliseconds. */
export const lengthOf = (interval: Interval): number => lengths[interval];

/** What nobody needs more often; an interval is never shorter either. */
const SHORTEST_MS = 15 * MINUTE_MS;
/** More than a day at the shortest distance: an expression that is too frequent is so within a day of its own. */
const CHECKED_TIMES = 100;

/**
 * The first time after `now`. Intervals count from the time that was due, so that they do not drift; times that were
 * missed meanwhile are not made up for one by one. Undefined where a cron expression never comes true.
 */
export function nextTime(timing: Timing, now: Date, due = now): Date | undefined {
  if ('cron' in timing) return cronOf(timing).nextRun(now) ?? undefined;
  const length = lengths[timing.every];
  const missed = Math.max(0, Math.floor((now.getTime() - due.getTime()) / length));
  return new Date(due.getTime() + (missed + 1) * length);
}

type TimingFault = 'cron-invalid' | 'time-zone-unknown' | 'cron-never' | 'cron-too-frequent';

export function faultOf(
  { cron, timeZone }: { cron: string; timeZone: string },
  now: Date,
): TimingFault | undefined {
  if (!isTimeZone(timeZone)) return 'time-zone-unknown';
  let times: Date[];
  try {
    times = cronOf({ cron, timeZone }).nextRuns(CHECKED_TIMES, now);
  } catch {
    return 'cron-invalid';
  }
  if (times.length === 0) return 'cron-never';
  const isTooFrequent = times.some(
    (time, i) => i > 0 && time.getTime() - (times[i - 1] as Date).getTime() < SHORTEST_MS,
  );
  return isTooFrequent ? 'cron-too-frequent' : undefined;
}

/** Five fields: seconds and names such as `@daily` are not part of it. */
function cronOf({ cron, timeZone }: { cron: string; timeZone: string }): Cron {
  if (cron.startsWith('@')) throw new TypeError('a name is no expression');
  return new Cron(cron, { timezone: timeZone, mode: '5-part' });
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
