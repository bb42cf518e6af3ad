import { expect, test } from 'vitest';
import { lastDays, utcDay } from './utc-day.js';

test('days begin at midnight in UTC, also around a leap day', () => {
  expect(utcDay(new Date('2028-02-28T23:59:59.999-01:00'))).toBe('2028-02-29');
  expect(lastDays(new Date('2028-03-01T00:00:00Z'), 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
});
