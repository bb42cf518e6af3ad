import { expect, test } from 'vitest';
import { mayMove, type UploadStatus, uploadStatusAt } from './upload-status.js';

const every: UploadStatus[] = ['pending', 'uploaded', 'ingested', 'expired'];

test('a slot is filled once, ingested once, and may expire before that', () => {
  const allowed = every.flatMap((from) =>
    every.filter((to) => mayMove(from, to)).map((to) => `${from} to ${to}`),
  );
  expect(allowed).toEqual([
    'pending to uploaded',
    'pending to expired',
    'uploaded to ingested',
    'uploaded to expired',
  ]);
});

test.each([
  ['pending', 'expired'],
  ['uploaded', 'expired'],
  ['ingested', 'ingested'],
] as const)('a slot that is %s is %s past its time', (status, after) => {
  const slot = { status, expires_at: '2026-03-10T12:00:00.000Z' };
  expect(uploadStatusAt(slot, new Date('2026-03-10T11:59:59.999Z'))).toBe(status);
  expect(uploadStatusAt(slot, new Date('2026-03-10T12:00:00.000Z'))).toBe(after);
});
