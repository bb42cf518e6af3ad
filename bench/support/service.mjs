import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAIN = new URL('../../server/dist/start.js', import.meta.url).pathname;
export const owner = { email: 'bench@example.com', password: 'bench password' };

/**
 * Starts the built service, on a fresh directory unless one is given and directly unless told otherwise, and reports how long it
 * took until /readyz.
 */
export async function startService(env = {}, command = [process.execPath, MAIN]) {
  const [program = '', ...parameters] = command;
  const dataDir = env.SVC_DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'svc-bench-')));
  const startedAt = performance.now();
  const child = spawn(program, parameters, {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'error',
      SVC_DATA_DIR: dataDir,
      SVC_ADMIN_EMAIL: owner.email,
      SVC_ADMIN_PASSWORD: owner.password,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const ready = /ready at (\S+)/.exec(text);
      if (ready) resolve(ready[1]);
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  await fetch(`${url}/readyz`);
  const readyMs = performance.now() - startedAt;
  const stop = async ({ keepsData = false } = {}) => {
    child.removeAllListeners('exit');
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      // npm does not pass the signal on to what it started.
      const told = program === 'npm' ? await familyOf(child.pid) : [child];
      for (const { pid } of told) process.kill(pid, 'SIGTERM');
      await ended;
    }
    if (!keepsData) await rm(dataDir, { recursive: true, force: true });
  };
  return { url, dataDir, pid: child.pid, readyMs, stop };
}

export async function signIn(url) {
  const { access_token } = await call(url, undefined, 'POST', '/api/auth/login', owner);
  return (method, path, body) => call(url, access_token, method, path, body);
}

/** Clients with separate tokens, because each token has its rate limit. */
export async function mintClients(url, api, count) {
  const body = { name: 'bench', scopes: ['workbooks:write'], rate_limit_per_minute: 10_000 };
  const tokens = await Promise.all(
    Array.from({ length: count }, () => api('POST', '/api/v1/me/tokens', body)),
  );
  return tokens.map(
    ({ token }) =>
      (method, path, payload) =>
        call(url, token, method, path, payload),
  );
}

const agent = new Agent({ keepAlive: true });

async function call(url, token, method, path, body) {
  const headers = { ...(token && { authorization: `Bearer ${token}` }) };
  const { status, text } =
    body instanceof FormData
      ? await sendForm(url + path, method, headers, body)
      : await sendJson(url + path, method, headers, body);
  if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

async function sendForm(url, method, headers, body) {
  const response = await fetch(url, { method, headers, body });
  return { status: response.status, text: await response.text() };
}

/** Node's plain HTTP client: fetch would add about a millisecond to each call. */
export async function sendJson(url, method, headers, body) {
  return await new Promise((resolve, reject) => {
    const type = body && { 'content-type': 'application/json' };
    const sent = request(url, { method, agent, headers: { ...headers, ...type } }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.once('end', () =>
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }),
      );
    });
    sent.once('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

/** The longest time the service's event loop was blocked since the last call. */
export async function eventLoopHeldMs(url) {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1]) * 1000;
}

/** The clock of /proc counts hundredths of a second. */
const MS_PER_TICK = 10;

/** User and system time of the process itself, without those that it started. */
export async function cpuMs(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** Resident memory of a process and all its descendants, in MB. */
export async function residentMb(pid) {
  return (await familyOf(pid)).reduce((sum, member) => sum + member.residentMb, 0);
}

/** Of a second, in which Linux counts the time of processes. */
const CLOCK_TICKS = 100;

/** A process and all its descendants; the sandboxed processes of the service are its children. */
export async function familyOf(pid) {
  const parents = new Map();
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => undefined);
    if (stat) parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const family = [...parents.keys()].filter((id) => isDescendant(id, pid, parents));
  return await Promise.all(
    family.map(async (id) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
      const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
      // Of its own and of children that have ended, for programs and for the kernel.
      const ticks = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 15);
      return {
        pid: id,
        cpuSeconds: ticks.reduce((sum, count) => sum + Number(count), 0) / CLOCK_TICKS,
        residentMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
        isChild: !/(start|main)\.js\0?$/.test(command) || /child/.test(command),
      };
    }),
  );
}

function isDescendant(id, ancestor, parents) {
  for (let current = id; current; current = parents.get(current)) if (current === ancestor) return true;
  return false;
}
