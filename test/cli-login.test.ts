import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { wdsPath } from './support/agent.js';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let user: Api;
let home: string;
beforeAll(async () => {
  service = await CalledService.shared();
  user = await service.signIn();
});
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'wds-login-'));
  return () => rm(home, { recursive: true });
});

const config = () => join(home, '.config/wds/config.json');
const kept = async () => JSON.parse(await readFile(config(), 'utf8')).profiles[service.url];

/** As it is when the token has ended by itself. */
async function outdated() {
  const profile = { ...(await kept()), expires_at: new Date().toISOString() };
  await writeFile(config(), JSON.stringify({ current: service.url, profiles: { [service.url]: profile } }));
  return profile;
}

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, [wdsPath, ...args], { env: { PATH: process.env.PATH, HOME: home } });
}

async function ended(child: ChildProcess) {
  const [out, error, [code]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
    once(child, 'exit'),
  ]);
  return { out, error, code };
}

const wds = (...args: string[]) => ended(start(...args));

/** Begins to sign in, and decides on the page whose address and code the command shows. */
async function login(decision: 'approve' | 'deny', ...options: string[]) {
  const child = start('login', service.url, ...options);
  const result = ended(child);
  const [shown] = await once(child.stderr as NodeJS.ReadableStream, 'data');
  expect(String(shown)).toContain(`Open ${service.url}/oauth/device?user_code=`);
  const [code] = /[A-Z]{4}-[A-Z]{4}\.$/m.exec(String(shown)) ?? [''];
  const request = `/api/auth/apps/requests/${code.slice(0, -1)}`;
  const { scopes } = (await user.get(request)).body;
  await user.post(`${request}/${decision}`, decision === 'approve' ? { scopes, resource: 'account' } : {});
  return await result;
}

test('a user signs in on a page, and out again', async () => {
  expect(await login('approve')).toMatchObject({
    code: 0,
    out: `Signed in at ${service.url} as ${service.user.email}.\n`,
  });
  expect((await stat(config())).mode & 0o777).toBe(0o600);
  expect((await wds('workbooks', 'create', 'By page')).code).toBe(0);
  expect((await wds('logout')).code).toBe(0);
  expect(await readFile(config(), 'utf8')).not.toContain('svc_o');
  expect((await user.get('/api/v1/me/grants')).body.grants[0]).toMatchObject({
    app: { name: 'wds' },
    ended_by: 'app',
  });
});

test('commands that run at once renew the sign-in once, until it is ended', async () => {
  await login('approve', '--read-only');
  const first = await outdated();
  const ran = await Promise.all([wds('workbooks'), wds('workbooks'), wds('workbooks')]);
  expect(ran.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(await kept()).not.toMatchObject({ token: first.token });

  const { grants } = (await user.get('/api/v1/me/grants')).body;
  expect(grants[0]).toMatchObject({ scopes: ['workbooks:read', 'keys:revoke'], revoked_at: null });
  await user.delete(`/api/v1/me/grants/${grants[0].id}`);
  expect((await wds('workbooks')).code).toBe(3);
  await outdated();
  expect(await wds('workbooks')).toMatchObject({
    code: 3,
    error: `wds: The sign-in at ${service.url} has ended. Run wds login ${service.url}.\n`,
  });
  expect((await wds('logout')).code).toBe(0);
});

test('whoever refuses, waits too long or presses Ctrl-C is not signed in', async () => {
  const refused = await login('deny');
  expect([refused.code, refused.error]).toEqual([3, expect.stringContaining('You did not let wds in.')]);

  const child = start('login', service.url);
  const result = ended(child);
  await once(child.stderr as NodeJS.ReadableStream, 'data');
  child.kill('SIGINT');
  expect(await result).toMatchObject({ code: 130, error: expect.stringMatching(/Interrupted\.\n$/) });

  const late = await wds('login', await serviceWhereCodesExpire());
  expect([late.code, late.error]).toEqual([3, expect.stringContaining('Nobody decided in time.')]);
  await expect(stat(config())).rejects.toThrow('ENOENT');
});

async function serviceWhereCodesExpire(): Promise<string> {
  const server = createServer((request, response) => {
    const isToken = request.url === '/oauth/token';
    const device = { device_code: 'd', user_code: 'BCDF-GHJK', expires_in: 900, interval: 0 };
    const page = { verification_uri_complete: 'http://127.0.0.1/oauth/device' };
    response.writeHead(isToken ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isToken ? { error: 'expired_token' } : { ...device, ...page }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
