import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { childProcesses, isEngine, isRunning, processorTime } from './support/child-processes.js';
import { eventually } from './support/eventually.js';
import { newDataDir, startService } from './support/service.js';

const SUPERVISOR = new URL('../server/dist/supervise.js', import.meta.url).pathname;

/** Starts what `npm start` starts. */
async function supervise(env: Record<string, string> = {}) {
  const supervisor = spawn(process.execPath, [SUPERVISOR], {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error', SVC_DATA_DIR: await newDataDir(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void supervisor.kill('SIGKILL'));
  let output = '';
  for (const stream of [supervisor.stdout, supervisor.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  /** The address of the service once it has become ready this many times. */
  const ready = (times: number) =>
    eventually(async () => [...output.matchAll(/ready at (\S+)/g)][times - 1]?.[1]);
  return { supervisor, ready, output: () => output };
}

function serviceOf({ pid }: ChildProcess): number {
  const [service] = childProcesses(pid as number);
  return service?.pid as number;
}

const exitCode = async (child: ChildProcess) => (await once(child, 'exit'))[0];

describe('npm start', () => {
  test('restarts the service when it dies, and stops with it on SIGTERM', async () => {
    const { supervisor, ready } = await supervise();
    await ready(1);
    process.kill(serviceOf(supervisor), 'SIGKILL');
    const url = await ready(2);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    supervisor.kill('SIGTERM');
    expect(await exitCode(supervisor)).toBe(0);
  });

  test('does not retry a start that cannot succeed', async () => {
    const { supervisor, output } = await supervise({ PORT: 'none' });
    expect(await exitCode(supervisor)).toBe(1);
    expect(output()).toContain('PORT: got "none"');
    expect(output()).not.toContain('started again in');
  });

  test('leaves no service behind when it is killed', async () => {
    const { supervisor, ready } = await supervise();
    const url = await ready(1);
    supervisor.kill('SIGKILL');
    await eventually(() =>
      fetch(`${url}/healthz`).then(
        () => undefined,
        () => true,
      ),
    );
  });
});

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It may have ended meanwhile, together with one that was killed before.
    expect(error).toMatchObject({ code: 'ESRCH' });
  }
}

test('the service survives the death of every process that it started', async () => {
  const service = await startService();
  const api = await service.signIn();
  const workbook = await api.workbook();
  const use = async (round: number) => {
    const file = { name: `numbers_${round}.csv`, content: `n\n${round}\n` };
    const uploaded = await api.upload(`${workbook}/sources`, file, { structuring: 'skip' });
    const queried = await api.post(`${workbook}/query`, { sql: `select n from numbers_${round}` });
    const computed = await api.post(`${workbook}/transforms`, {
      name: `one_${round}`,
      kind: 'python',
      code: 'output = [{"n": 1}]',
      args: {},
      output: `one_${round}`,
    });
    return [uploaded.status, queried.body.rows, computed.status];
  };
  for (let round = 1; round <= 2; round += 1) {
    expect(await use(round)).toEqual([201, [{ n: round }], 201]);
    const children = childProcesses(service.pid);
    const kinds = ['dist/engine.js', 'dist/file-worker.js', 'serve-program.js'];
    for (const kind of kinds) expect(children.some(({ runs }) => runs.includes(kind))).toBe(true);
    for (const { pid } of children) end(pid);
  }
  expect(await use(3)).toEqual([201, [{ n: 3 }], 201]);
});

test('a query ends with the service that runs it, however that ends', async () => {
  const service = await startService();
  const api = await service.signIn();
  const workbook = await api.workbook();
  const endless = 'select count(*) from range(1000000) a, range(1000000) b where a.range + b.range < 0';
  const answer = api.post(`${workbook}/query`, { sql: endless }).catch(() => 'no answer');
  const engine = await eventually(async () =>
    // More than it takes to start, so that the query is running.
    childProcesses(service.pid).find((child) => isEngine(child) && processorTime(child.pid) > 200),
  );
  await service.stop('SIGKILL');
  expect(await answer).toBe('no answer');
  await eventually(async () => !isRunning(engine.pid) || undefined);
});

test('a program of a user ends with the service that runs it, however that ends', async () => {
  const service = await startService();
  const api = await service.signIn();
  const workbook = await api.workbook();
  const code = 'while True: pass';
  const transform = { name: 'endless', kind: 'python', code, args: {}, output: 'endless' };
  const answer = api.post(`${workbook}/transforms`, transform).catch(() => 'no answer');
  const python = await eventually(async () =>
    // More than it takes to start, so that the program is running.
    childProcesses(service.pid).find(
      ({ runs, pid }) => runs.includes('serve-program.js') && processorTime(pid) > 300,
    ),
  );
  await service.stop('SIGKILL');
  expect(await answer).toBe('no answer');
  await eventually(async () => !isRunning(python.pid) || undefined);
});

test('the preparation of Python ends with the service too, and writes no trace into its log', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-no-snapshot-'));
  const service = await startService({ dataDir });
  const preparation = await eventually(async () =>
    childProcesses(service.pid).find(({ runs }) => runs.includes('bake-snapshot.js')),
  );
  await service.stop('SIGKILL');
  await eventually(async () => !isRunning(preparation.pid) || undefined);
  expect(service.output()).not.toMatch(/error/i);
  expect(service.output()).not.toContain('\u001b');
});
