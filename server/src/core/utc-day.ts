const DAY_MS = 24 * 60 * 60 * 1000;

/** The day of a moment in UTC, as 2026-01-31. */
export function utcDay(time: Date | number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** So many days up to that of a moment, the oldest first. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, i) => utcDay(now.getTime() - (count - 1 - i) * DAY_MS));
}
