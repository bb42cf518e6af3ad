import { expect, test } from 'vitest';
import { AnswersInFlight } from './answers-in-flight.js';

const inFlight = (patienceMs: number) =>
  new AnswersInFlight({ mostBytes: 100, mostBytesOfOne: 60, patienceMs });

test('a request waits while its account leaves too much unread, and others do not', async () => {
  const answers = inFlight(60_000);
  await answers.room('a');
  const read = answers.hold('a', 60);
  let entered = false;
  const waiting = answers.room('a').then(() => {
    entered = true;
  });
  await answers.room('b');
  expect(entered).toBe(false);
  read();
  await waiting;
});

test('a request waits while all together leave too much unread, and is refused when that lasts', async () => {
  const answers = inFlight(1);
  const read = answers.hold('a', 50);
  answers.hold('b', 50);
  await expect(answers.room('c')).rejects.toMatchObject({ slug: 'busy', members: { retry_after: 5 } });
  read();
  read();
  await answers.room('c');
  answers.hold('c', 50);
  await expect(answers.room('d')).rejects.toMatchObject({ slug: 'busy' });
});
