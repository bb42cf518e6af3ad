import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PlaceInTable, PresenceTeller } from './presence-teller.js';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const at = (row_id: number): PlaceInTable => ({ row_id, column: 'qty' });

test('steps are told once a second with the last one, and again while the reader stays', async () => {
  const told: (number | null | undefined)[] = [];
  const teller = new PresenceTeller(async (place) => void told.push(place?.row_id));
  for (const row of [1, 2, 3]) teller.move(at(row), false);
  expect(told).toEqual([1]);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([1, 3]);
  vi.advanceTimersByTime(19_000);
  expect(told).toEqual([1, 3, 3]);
  teller.leave();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([1, 3, 3, undefined]);
});

test('while nobody else is there, only coming is told, and where the reader is once somebody comes', () => {
  const told: (number | null | undefined)[] = [];
  const teller = new PresenceTeller(async (place) => void told.push(place?.row_id));
  teller.move(at(1), true);
  teller.move(at(2), true);
  vi.advanceTimersByTime(2_000);
  expect(told).toEqual([1]);
  teller.move(at(2), false);
  expect(told).toEqual([1, 2]);
  teller.leave();
});
