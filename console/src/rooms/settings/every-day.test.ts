import { expect, test } from 'vitest';
import { everyDay } from './every-day.js';

test('days without activity are quiet, and store what the day before stored', () => {
  const first = { day: '2026-02-27', requests: 4, ops: 2, credits: 1, storage_bytes: 900, tables: 3 };
  const last = { day: '2026-03-01', requests: 1, ops: 0, credits: 0, storage_bytes: null, tables: null };
  expect(everyDay([first, last], 4, new Date('2026-03-01T23:30:00Z'))).toEqual([
    { day: '2026-02-26', requests: 0, ops: 0, credits: 0, storage_bytes: 0 },
    { day: '2026-02-27', requests: 4, ops: 2, credits: 1, storage_bytes: 900 },
    { day: '2026-02-28', requests: 0, ops: 0, credits: 0, storage_bytes: 900 },
    { day: '2026-03-01', requests: 1, ops: 0, credits: 0, storage_bytes: 900 },
  ]);
});
