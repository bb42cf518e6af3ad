import { expect, test } from 'vitest';
import { RestartPolicy } from './restart-policy.js';

const killed = { wasReady: true, livedMs: 1000, exitCode: null };

test('a process that dies is restarted, with a longer delay after each quick death', () => {
  const policy = new RestartPolicy();
  const decisions = Array.from({ length: 6 }, () => policy.decide(killed));
  expect(decisions).toEqual([
    { restartAfterMs: 500 },
    { restartAfterMs: 1000 },
    { restartAfterMs: 2000 },
    { restartAfterMs: 4000 },
    { restartAfterMs: 8000 },
    { giveUp: expect.stringContaining('6 times') },
  ]);
});

test('a long life resets the count', () => {
  const policy = new RestartPolicy();
  for (let i = 0; i < 5; i += 1) policy.decide(killed);
  expect(policy.decide({ ...killed, livedMs: 3_600_000 })).toEqual({ restartAfterMs: 250 });
  expect(policy.decide(killed)).toEqual({ restartAfterMs: 500 });
});

test('a process that cannot start at all is not restarted', () => {
  const policy = new RestartPolicy();
  expect(policy.decide({ wasReady: false, livedMs: 100, exitCode: 1 })).toHaveProperty('giveUp');
});

test('a process that served before is restarted if it fails to start, as while its database restarts', () => {
  const policy = new RestartPolicy();
  policy.decide(killed);
  expect(policy.decide({ wasReady: false, livedMs: 100, exitCode: 1 })).toHaveProperty('restartAfterMs');
});
