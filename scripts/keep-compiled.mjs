#!/usr/bin/env node
// The last step of the server's build: starts each of its programs, and keeps the code that V8 compiled until it was ready.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FILE_WORKER_HEAP_MB } from '#server/process/heap-limits.js';
import runBundle from '#server/process/run-bundle.js';

const { PROGRAM } = process.env;
if (PROGRAM === undefined) await keepAll();
else await keep(PROGRAM);

async function keepAll() {
  const directory = mkdtempSync(join(tmpdir(), 'svc-build-'));
  const programs = [
    { name: 'start', flags: [] },
    { name: 'file-worker', flags: [`--max-old-space-size=${FILE_WORKER_HEAP_MB}`] },
  ];
  try {
    await Promise.all(programs.map((program) => start(program, directory)));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function start({ name, flags }, directory) {
  const child = fork(fileURLToPath(import.meta.url), {
    execArgv: flags,
    env: {
      PATH: process.env.PATH,
      PROGRAM: name,
      PORT: '0',
      LOG_LEVEL: 'error',
      SVC_DATA_DIR: join(directory, 'data'),
      SVC_ADMIN_EMAIL: 'build@example.com',
      SVC_ADMIN_PASSWORD: 'of nobody, for a moment',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`${name} ended with ${status}`);
}

async function keep(name) {
  // The first message of every program says that it is ready.
  const isReady = new Promise((resolve) => {
    process.send = (message) => {
      resolve(message);
      return true;
    };
  });
  const { keepCompiled } = runBundle(new URL(`../server/dist/${name}.js`, import.meta.url).href);
  await isReady;
  keepCompiled();
  process.exit();
}
