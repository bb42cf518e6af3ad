import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runInOrder } from './run-in-order.js';

const edges = (...arrows: string[]) =>
  arrows.map((arrow) => {
    const [from = '', to = ''] = arrow.split('>');
    return { from, to };
  });

test('each item runs once, after everything it depends on, also through items that do not run', async () => {
  const started: string[] = [];
  const outcome = await runInOrder(
    ['d', 'c', 'a', 'b'],
    edges('a>b', 'a>c', 'b>between', 'between>d', 'c>d'),
    2,
    async (item) => void started.push(item),
  );
  expect(started[0]).toBe('a');
  expect(started.at(-1)).toBe('d');
  expect([...started].sort()).toEqual(['a', 'b', 'c', 'd']);
  expect(outcome).toMatchObject({ failed: [], skipped: [] });
});

test('independent items run side by side, no more than allowed', async () => {
  let now = 0;
  let most = 0;
  await runInOrder(['a', 'b', 'c', 'd'], [], 2, async () => {
    most = Math.max(most, ++now);
    await nextTurn();
    now -= 1;
  });
  expect(most).toBe(2);
});

test('items that depend on a failure are skipped with its cause, and the rest goes on', async () => {
  const outcome = await runInOrder(['a', 'b', 'c', 'd'], edges('a>b', 'b>c', 'a>d'), 2, async (item) => {
    if (item === 'b') throw new Error('broken');
  });
  expect(outcome.done.sort()).toEqual(['a', 'd']);
  expect(outcome.failed).toEqual([{ item: 'b', error: new Error('broken') }]);
  expect(outcome.skipped).toEqual([{ item: 'c', because: 'b' }]);
});

test('a cycle is an error, not a deadlock', async () => {
  await expect(runInOrder(['a', 'b'], edges('a>b', 'b>a'), 2, async () => {})).rejects.toThrow('circle');
});
