import { expect, test } from 'vitest';
import { Settling } from './settling.js';

test('something has settled once it stays the same for a while, or has changed for too long', () => {
  let now = 0;
  const settling = new Settling({ quietMs: 3, longestMs: 10 }, () => now);
  const at = (time: number, state: string) => {
    now = time;
    return settling.isSettled('table', state);
  };
  expect([at(0, 'a'), at(2, 'b'), at(4, 'b'), at(5, 'b')]).toEqual([false, false, false, true]);
  expect([at(6, 'c'), at(8, 'd'), at(10, 'e')]).toEqual([false, false, true]);
  settling.keepOnly(new Set());
  expect(at(11, 'e')).toBe(false);
});
