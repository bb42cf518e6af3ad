import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { setUpApp } from './support/second-factor.js';
import { owner, startService, type TestService } from './support/service.js';

const PASSWORD = '/api/auth/password';
const next = 'quiet harbour seven lamps';

const signIn = (service: TestService, password: string) =>
  service.anonymous.post('/api/auth/login', { email: owner.email, password });

test('a new password ends the other sessions, and only those', async () => {
  const service = await startService();
  const [mine, other] = [await service.signIn(), await service.signIn()];
  const token = await mine.mint(['workbooks:read']);
  const weak = await mine.post(PASSWORD, { current: owner.password, new: 'password1' });
  expect([weak.status, weak.body.errors[0].path]).toEqual([422, '/new']);
  const same = await mine.post(PASSWORD, { current: owner.password, new: owner.password });
  expect([same.status, same.body.errors[0].path]).toEqual([422, '/new']);
  const changed = await mine.post(PASSWORD, { current: owner.password, new: next });
  expect(changed.status).toBe(204);
  const seen = [mine, other, token].map(async (api) => (await api.get('/api/v1/me')).status);
  expect(await Promise.all(seen)).toEqual([200, 401, 200]);
  expect((await signIn(service, owner.password)).status).toBe(401);
  expect((await signIn(service, next)).status).toBe(200);
  const log = await mine.get('/api/control/account/audit-log?log=user');
  expect(log.body.entries.map(({ action }: { action: string }) => action)).toContain('password.changed');
  expect((await token.post(PASSWORD, { current: next, new: owner.password })).status).toBe(403);
});

test('a wrong current password counts as a failed sign-in', async () => {
  const service = await startService();
  const session = await service.signIn();
  const guess = () => session.post(PASSWORD, { current: 'a wrong guess', new: next });
  for (let i = 0; i < 5; i++) {
    const { status, body } = await guess();
    expect([status, body.errors[0].path]).toEqual([422, '/current']);
  }
  expect((await guess()).status).toBe(429);
  expect((await signIn(service, owner.password)).status).toBe(429);
});

test('an operator resets a password on the machine of the service', async () => {
  const service = await startService();
  const session = await service.signIn();
  await setUpApp(session);
  const reset = (...args: string[]) =>
    new Promise<{ code: unknown; text: string }>((resolve) => {
      const script = new URL('../server/dist/reset-password.js', import.meta.url).pathname;
      const env = { PATH: process.env.PATH, SVC_DATA_DIR: service.dataDir };
      execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, text: stdout + stderr }),
      );
    });
  expect(await reset(owner.email)).toMatchObject({ code: 2, text: expect.stringContaining('stop that one') });
  await service.stop();
  expect(await reset('nobody@example.com')).toMatchObject({ code: 2 });
  expect(await reset(owner.email, '--more')).toMatchObject({ code: 2 });
  const { code, text } = await reset(owner.email, '--second-factors');
  expect(code).toBe(0);
  expect(text).toContain('Second factors were removed');
  const again = await startService({ dataDir: service.dataDir });
  expect((await again.as(session.token as string).get('/api/v1/me')).status).toBe(401);
  const password = /password of \S+ is (\S+)/.exec(text)?.[1] as string;
  expect((await signIn(again, password)).status).toBe(200);
  expect((await signIn(again, owner.password)).status).toBe(401);
});
