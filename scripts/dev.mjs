#!/usr/bin/env node
// Run by `npm run dev`: the service, built and started again when a source of it is saved, and the console, which takes
// changes over by itself. The page is at the address of the console, which passes calls on to the service.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'vite';
import { buildStale } from './build.mjs';

const sources = ['contract', 'sheets', 'structure', 'server'].map((workspace) => `${workspace}/src`);

buildStale(['server', 'client']);
process.env.PORT ??= '8080';
process.env.SERVICE_URL ??= `http://127.0.0.1:${process.env.PORT}`;

let service = startService();
let stopping = false;

const vite = await createServer({ root: 'console' });
vite.watcher.add(sources.map((folder) => `${process.cwd()}/${folder}`));
vite.watcher.on('all', (_, path) => {
  if (sources.some((folder) => path.includes(`/${folder}/`)) && !path.endsWith('.test.ts')) onSave();
});
await vite.listen();
vite.printUrls();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, async () => {
    if (stopping) return;
    stopping = true;
    await Promise.all([vite.close(), stopService()]);
    process.exit(0);
  });

function startService() {
  // It ends with this process, by the channel between them.
  return spawn(process.execPath, ['server/dist/start.js'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

async function stopService() {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  await ended;
}

let isSaved = false;
let isRestarting = false;

/** Saves of several files, and those while it builds, lead to one more restart. A failed build leaves the service as it is. */
async function onSave() {
  isSaved = true;
  if (isRestarting) return;
  isRestarting = true;
  while (isSaved && !stopping) {
    isSaved = false;
    const build = spawn(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
    const [code] = await once(build, 'exit');
    if (code !== 0 || isSaved || stopping) continue;
    await stopService();
    if (!stopping) service = startService();
  }
  isRestarting = false;
}
