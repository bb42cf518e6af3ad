import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Started } from './global-setup.js';
import { patience } from './patience.js';
import {
  copyPackageBinaries,
  findSystemBinaries,
  type PostgresBinaries,
  type RunAs,
} from './postgres-binaries.js';

const keeper = fileURLToPath(new URL('./postgres-keeper.mjs', import.meta.url));
const START_MS = 60_000;

/**
 * The server of `SVC_TEST_DATABASE_URL`, or else a new one in a temporary directory. `only` is for trying one
 * source of binaries by hand.
 */
export async function startPostgres(only?: 'system' | 'package'): Promise<Started<string>> {
  const given = process.env.SVC_TEST_DATABASE_URL;
  if (given && !only) return { value: given };

  const runAs = process.getuid?.() === 0 ? await userForRoot() : {};
  const directory = await mkdtemp(join(tmpdir(), 'test-postgres-'));
  try {
    await chmod(directory, 0o755);
    if (runAs.uid !== undefined) await chown(directory, runAs.uid, runAs.gid ?? runAs.uid);
    const system = only === 'package' ? undefined : await findSystemBinaries(runAs);
    if (only === 'system' && !system) throw new Error('No PostgreSQL is installed on this system');
    const binaries = system ?? (await copyPackageBinaries(join(directory, 'native'), runAs));
    return await startServer(binaries, directory, runAs);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

async function startServer(
  binaries: PostgresBinaries,
  directory: string,
  runAs: RunAs,
): Promise<Started<string>> {
  const port = await findFreePort();
  const data = join(directory, 'data');
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    log_min_messages: 'log',
  };
  const commands = [
    [
      join(binaries.bin, 'initdb'),
      '-D',
      data,
      '-U',
      'postgres',
      '-E',
      'UTF8',
      '--locale=C',
      '--auth=trust',
      '--no-sync',
    ],
    [
      join(binaries.bin, 'postgres'),
      '-D',
      data,
      ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
    ],
  ];
  const options = { cwd: directory, env: { ...binaries.env, LC_ALL: 'C', TZ: 'UTC' }, ...runAs };
  // Detached, so that Ctrl-C, which goes to the whole process group, leaves it alive to clean up.
  const server = spawn(process.execPath, [keeper, JSON.stringify({ commands, options, directory })], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4000);
  });

  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    if (hasEnded(server)) return;
    server.stdin.end();
    await once(server, 'exit');
  };
  try {
    await waitUntilItAnswers(url, server);
  } catch (error) {
    await stop();
    throw new Error(`PostgreSQL of ${binaries.bin} did not start:\n${log}`, { cause: error });
  }
  return { value: url, stop };
}

async function waitUntilItAnswers(url: string, server: ChildProcess): Promise<void> {
  const from = performance.now();
  while (true) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (hasEnded(server) || performance.now() - from > patience(START_MS)) throw error;
      await sleep(25);
    }
  }
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null;
}

async function userForRoot(): Promise<RunAs> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return { uid: Number(user?.[2] ?? 65534), gid: Number(user?.[3] ?? 65534) };
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
