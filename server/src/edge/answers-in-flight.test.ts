import { expect, test } from 'vitest';
import { AnswersInFlight } from './answers-in-flight.js';

const inFlight = (maxWaitMs: number) =>
  new AnswersInFlight({ maxBytes: 100, maxBytesPerAccount: 60, maxWaitMs });

test('a request waits while its account leaves too much unread, and others do not', async () => {
  const answers = inFlight(60_000);
  await answers.waitForRoom('a');
  const read = answers.count('a', 60);
  let entered = false;
  const waiting = answers.waitForRoom('a').then(() => {
    entered = true;
  });
  await answers.waitForRoom('b');
  expect(entered).toBe(false);
  read();
  await waiting;
});

test('a request waits while all accounts together leave too much unread, and is refused if that lasts', async () => {
  const answers = inFlight(1);
  const read = answers.count('a', 50);
  answers.count('b', 50);
  await expect(answers.waitForRoom('c')).rejects.toMatchObject({ slug: 'busy', members: { retry_after: 5 } });
  read();
  read();
  await answers.waitForRoom('c');
  answers.count('c', 50);
  await expect(answers.waitForRoom('d')).rejects.toMatchObject({ slug: 'busy' });
});
