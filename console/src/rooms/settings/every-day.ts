import type { DayOfAccount } from '@workbook-data-service/client/api';

type Counts = Pick<DayOfAccount, 'day' | 'requests' | 'ops' | 'credits'> & { storage_bytes: number };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Fills the days in between, which the service leaves out: nothing was done, and as much was stored as before. */
export function everyDay(series: readonly DayOfAccount[], days: number, today: Date): Counts[] {
  const known = new Map(series.map((entry) => [entry.day, entry]));
  let stored = 0;
  return Array.from({ length: days }, (_, place) => {
    const day = new Date(today.getTime() - (days - 1 - place) * DAY_MS).toISOString().slice(0, 10);
    const { requests = 0, ops = 0, credits = 0, storage_bytes } = known.get(day) ?? {};
    stored = storage_bytes ?? stored;
    return { day, requests, ops, credits, storage_bytes: stored };
  });
}
