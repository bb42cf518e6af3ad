import { expect, test } from 'vitest';
import { utcTime } from './utc-time.js';

test.each([
  ['2026-03-31T17:05:00Z', '2026-03-31T17:05:00.000Z'],
  ['2026-03-31T17:05:00.5+09:00', '2026-03-31T08:05:00.500Z'],
  ['2024-02-29t00:00:00z', '2024-02-29T00:00:00.000Z'],
])('%s is %s', (text, time) => {
  expect(utcTime(text)).toBe(time);
});

test.each(['yesterday', '2026-03-31', '2026-02-29T00:00:00Z', '2026-13-01T00:00:00Z', '2026-03-31T17:05:00'])(
  '%s is no time',
  (text) => {
    expect(utcTime(text)).toBeUndefined();
  },
);
