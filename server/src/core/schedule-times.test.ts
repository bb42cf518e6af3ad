import { expect, test } from 'vitest';
import { faultOf, nextTime } from './schedule-times.js';

const at = (text: string) => new Date(text);
const daily = (timeZone: string) => ({ cron: '30 2 * * *', timeZone });
const next = (timing: Parameters<typeof nextTime>[0], now: string, due?: string) =>
  nextTime(timing, at(now), due === undefined ? undefined : at(due))?.toISOString();

test('an interval counts from the time that was due, and a node that was down makes up for it once', () => {
  expect(next({ every: '1h' }, '2026-03-01T10:00:07Z', '2026-03-01T10:00:00Z')).toBe(
    '2026-03-01T11:00:00.000Z',
  );
  expect(next({ every: '1h' }, '2026-03-02T10:30:00Z', '2026-03-01T10:00:00Z')).toBe(
    '2026-03-02T11:00:00.000Z',
  );
  expect(next({ every: '15m' }, '2026-03-01T10:15:00Z', '2026-03-01T10:00:00Z')).toBe(
    '2026-03-01T10:30:00.000Z',
  );
});

test('cron is meant by the clocks of its time zone', () => {
  expect(next({ cron: '0 8 * * 1-5', timeZone: 'Asia/Tokyo' }, '2026-03-06T12:00:00Z')).toBe(
    '2026-03-08T23:00:00.000Z',
  );
});

test('a time that the clocks skip in spring comes an hour later by them, one that they repeat in autumn comes once', () => {
  expect(next(daily('Europe/Berlin'), '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30:00.000Z');
  expect(next(daily('Europe/Berlin'), '2026-03-29T12:00:00Z')).toBe('2026-03-30T00:30:00.000Z');
  expect(next(daily('Europe/Berlin'), '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
  expect(next(daily('Europe/Berlin'), '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z');
});

test.each([
  ['0 8 * * *', 'Asia/Tokyo', undefined],
  ['*/15 9-17 * * *', 'UTC', undefined],
  ['*/14 * * * *', 'UTC', 'cron-too-frequent'],
  ['0 8 31 2 *', 'UTC', 'cron-never'],
  ['61 8 * * *', 'UTC', 'cron-invalid'],
  ['0 0 8 * * *', 'UTC', 'cron-invalid'],
  ['@daily', 'UTC', 'cron-invalid'],
  ['0 8 * * *', 'Asia/Nowhere', 'time-zone-unknown'],
])('%s in %s: %s', (cron, timeZone, fault) => {
  expect(faultOf({ cron, timeZone }, at('2026-03-01T00:00:00Z'))).toBe(fault);
});
