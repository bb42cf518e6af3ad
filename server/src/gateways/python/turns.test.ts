import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.js';

test('so many run at once and the others in line, also after one that fails', async () => {
  const turns = new Turns(2);
  const events: string[] = [];
  const work = (name: string) =>
    turns.take(async () => {
      events.push(`${name} begins`);
      await sleep(5);
      events.push(`${name} ends`);
      if (name === 'a') throw new Error('failed');
    });
  const results = await Promise.allSettled(['a', 'b', 'c'].map(work));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(events.indexOf('c begins')).toBeGreaterThan(events.indexOf('a ends'));
  expect(events.indexOf('b begins')).toBeLessThan(events.indexOf('a ends'));
});
