import { expect, test } from 'vitest';
import { cancellable } from './cancellation.js';
import { FairTurns, type TurnBounds } from './fair-turns.js';

const LONG_MS = 60_000;

/** Work that lasts until the test ends it, and the order in which it started. */
function workshop(bounds: TurnBounds) {
  const turns = new FairTurns(bounds);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, waitMs = LONG_MS): Promise<void> => {
    const turn = turns.take<void>(name.charAt(0), waitMs, () => {
      began.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    });
    // Those that a test leaves waiting give up after it.
    turn.catch(() => {});
    return turn;
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    // Every promise of the turn settles before the next macrotask.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { turns, began, start, end };
}

test('no more run at once than there are turns, and none of an account beyond its share', () => {
  const { began, start } = workshop({ parallel: 3, perAccount: 2 });
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void start(name);
  expect(began).toEqual(['a1', 'a2', 'b1']);
});

test('the account with the fewest turns goes first, however long the queue of another is', async () => {
  const { began, start, end } = workshop({ parallel: 2, perAccount: 2 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void start(name);
  await end('a1');
  expect(began).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(began).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('accounts with equally many alternate, each in its own order', async () => {
  const { began, start, end } = workshop({ parallel: 1, perAccount: 1 });
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void start(name);
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) await end(name);
  expect(began).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('work that fails ends its turn, too', async () => {
  const { turns, began, start } = workshop({ parallel: 1, perAccount: 1 });
  const failing = turns.take('a', LONG_MS, async () => {
    throw new Error('failed');
  });
  void start('b1');
  await expect(failing).rejects.toThrow('failed');
  expect(began).toEqual(['b1']);
});

test('a caller that waits too long is told when to retry, and takes no turn later', async () => {
  const { began, start, end } = workshop({ parallel: 1, perAccount: 1 });
  void start('a1');
  await expect(start('b1', 1)).rejects.toMatchObject({
    slug: 'busy',
    status: 503,
    members: { retry_after: 5 },
  });
  void start('c1');
  await end('a1');
  expect(began).toEqual(['a1', 'c1']);
});

test('a call that is cancelled leaves the line, or ends its work', async () => {
  const { turns, began, start, end } = workshop({ parallel: 1, perAccount: 1 });
  const [waiting, working] = [new AbortController(), new AbortController()];
  void start('a1');
  const left = cancellable(waiting.signal, () => start('b1'));
  const ended = cancellable(working.signal, () =>
    turns.take('c', LONG_MS, async (cancelled) => {
      began.push('c1');
      await new Promise((_, reject) =>
        cancelled?.addEventListener('abort', () => reject(new Error('killed'))),
      );
    }),
  );
  void start('d1');
  waiting.abort();
  await expect(left).rejects.toMatchObject({ slug: 'cancelled' });
  await end('a1');
  working.abort();
  await expect(ended).rejects.toMatchObject({ slug: 'cancelled' });
  expect(began).toEqual(['a1', 'c1', 'd1']);
});

test.each([
  ['one account', { waitingPerAccount: 1 }, ['a1', 'a2', 'b1'], 'a3'],
  ['everybody', { waiting: 2 }, ['a1', 'a2', 'b1'], 'c1'],
])('the line of %s is bounded', async (_, bounds, first, refused) => {
  const { start } = workshop({ parallel: 1, perAccount: 1, ...bounds });
  for (const name of first) void start(name);
  await expect(start(refused)).rejects.toMatchObject({ slug: 'busy' });
});

test('nothing is kept about accounts that have left', async () => {
  const { turns, began, start, end } = workshop({ parallel: 1, perAccount: 1, waiting: 1 });
  for (let i = 0; i < 100; i += 1) await turns.take(`account ${i}`, LONG_MS, async () => {});
  void start('a1');
  void start('b1');
  await end('a1');
  expect(began).toEqual(['a1', 'b1']);
});
