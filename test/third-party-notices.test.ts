import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const SCRIPT = new URL('../scripts/third-party-notices.mjs', import.meta.url).pathname;

test('every package that the service uses at runtime is listed, with an allowed licence', () => {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, '--check'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});
