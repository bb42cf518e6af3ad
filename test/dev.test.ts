import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { childProcesses, isRunning } from './support/child-processes.js';
import { freePort } from './support/free-port.js';
import { newDataDir, owner } from './support/service.js';

const root = fileURLToPath(new URL('..', import.meta.url));

test('`npm run dev` serves console and service, starts the service again on save, and ends with Ctrl-C', async () => {
  const dev = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: String(await freePort()),
      LOG_LEVEL: 'error',
      SVC_DATA_DIR: await newDataDir(),
      SVC_ADMIN_EMAIL: owner.email,
      SVC_ADMIN_PASSWORD: owner.password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void dev.kill('SIGKILL'));
  let output = '';
  dev.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const starts = () => output.split('ready at').length - 1;
  await expect.poll(starts).toBe(1);
  await expect.poll(() => output).toContain('Local:');

  const consoleUrl = /Local:\s+(http:\/\/[^/\s]+)/.exec(output)?.[1] as string;
  expect(await (await fetch(consoleUrl)).text()).toContain('/@vite/client');
  const signedIn = await fetch(`${consoleUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: consoleUrl },
    body: JSON.stringify({ ...owner, cookie: true }),
  });
  expect(signedIn.status).toBe(200);

  // Saved as it was, since the sources are those of all tests.
  const now = new Date();
  await utimes(fileURLToPath(new URL('../server/src/main.ts', import.meta.url)), now, now);
  await expect.poll(starts).toBe(2);

  const children = childProcesses(dev.pid as number);
  expect(children).toContainEqual(expect.objectContaining({ runs: expect.stringContaining('start.js') }));
  const ended = once(dev, 'exit');
  dev.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  expect(children.filter(({ pid }) => isRunning(pid))).toEqual([]);
});
