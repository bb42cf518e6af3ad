import { expect, test } from 'vitest';
import { RestartPolicy } from './restart-policy.js';

const killed = { wasReady: true, livedMs: 1000, exitCode: null };

test('a process that dies is started again, later each time it dies soon', () => {
  const policy = new RestartPolicy();
  const verdicts = Array.from({ length: 6 }, () => policy.judge(killed));
  expect(verdicts).toEqual([
    { restartAfterMs: 500 },
    { restartAfterMs: 1000 },
    { restartAfterMs: 2000 },
    { restartAfterMs: 4000 },
    { restartAfterMs: 8000 },
    { giveUp: expect.stringContaining('6 times') },
  ]);
});

test('a long life clears the count', () => {
  const policy = new RestartPolicy();
  for (let i = 0; i < 5; i += 1) policy.judge(killed);
  expect(policy.judge({ ...killed, livedMs: 3_600_000 })).toEqual({ restartAfterMs: 250 });
  expect(policy.judge(killed)).toEqual({ restartAfterMs: 500 });
});

test('one that cannot start at all is not tried again', () => {
  const policy = new RestartPolicy();
  expect(policy.judge({ wasReady: false, livedMs: 100, exitCode: 1 })).toHaveProperty('giveUp');
});

test('one that served before is tried again when it fails to start, as while its database restarts', () => {
  const policy = new RestartPolicy();
  policy.judge(killed);
  expect(policy.judge({ wasReady: false, livedMs: 100, exitCode: 1 })).toHaveProperty('restartAfterMs');
});
