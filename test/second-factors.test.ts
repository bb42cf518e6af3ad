import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { App, answer, setUpApp, signIn } from './support/second-factor.js';
import { TestService } from './support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ env: { SVC_OPEN_REGISTRATION: 'true', SVC_TRUSTED_PROXY: '1' } });
});
afterAll(() => service.dispose());

/** A user who signs in with an app. */
async function userWithApp() {
  const user = await service.register();
  const session = await service.signIn(user);
  return { user, session, ...(await setUpApp(session)) };
}

test('an app becomes a second factor once a code of it was typed, and comes with recovery codes', async () => {
  const user = await service.register();
  const session = await service.signIn(user);
  const begun = await session.post('/api/auth/totp');
  expect(begun.status).toBe(201);
  expect(new URL(begun.body.url).searchParams.get('secret')).toBe(begun.body.secret);
  expect((await signIn(service, user)).status).toBe(200);
  const confirm = (code: string) => session.post('/api/auth/totp/confirm', { code });
  const wrong = await confirm('000000');
  expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, '/code']);
  const confirmed = await confirm(new App(begun.body.secret).code());
  expect(confirmed.body.recovery_codes).toHaveLength(10);
  expect((await session.get('/api/auth/second-factors')).body).toEqual({
    totp: { added_at: expect.any(String) },
    passkeys: [],
    recovery_codes_left: 10,
  });
  expect((await session.post('/api/auth/totp')).status).toBe(409);
  expect((await signIn(service, user)).status).toBe(401);
});

test('a sign-in says what is needed and how, and ends with a code that works once', async () => {
  const { user, app } = await userWithApp();
  const asked = await signIn(service, user);
  expect(asked.status).toBe(401);
  expect(asked.body).toMatchObject({
    type: '/problems/second-factor-required',
    second_factors: ['totp', 'recovery_code'],
    ticket: expect.any(String),
    expires_in: 600,
    suggested_fix: expect.stringContaining('POST /api/auth/login/second-factor'),
  });
  const { ticket } = asked.body;
  const wrong = await answer(service, ticket, '000000');
  expect([wrong.status, wrong.body.type]).toEqual([401, '/problems/wrong-second-factor']);
  const code = app.code();
  const done = await answer(service, ticket, code);
  expect(done.status).toBe(200);
  expect(done.body.user.email).toBe(user.email);
  expect((await service.as(done.body.access_token).get('/api/v1/me')).status).toBe(200);
  expect((await answer(service, ticket, code)).status).toBe(410);
  const again = (await signIn(service, user)).body.ticket;
  expect((await answer(service, again, code)).status).toBe(401);
});

test('a recovery code replaces the app once, however it is typed', async () => {
  const { user, session, codes } = await userWithApp();
  const typed = codes[0]?.toUpperCase().replaceAll('-', ' ') as string;
  const enter = async () => answer(service, (await signIn(service, user)).body.ticket, typed);
  expect((await enter()).status).toBe(200);
  expect((await enter()).status).toBe(401);
  expect((await session.get('/api/auth/second-factors')).body.recovery_codes_left).toBe(9);
  const renewed = (await session.post('/api/auth/recovery-codes')).body.recovery_codes;
  expect(renewed).toHaveLength(10);
  const { ticket } = (await signIn(service, user)).body;
  expect((await answer(service, ticket, codes[1] as string)).status).toBe(401);
  expect((await answer(service, ticket, renewed[1])).status).toBe(200);
});

test('wrong codes delay the next attempt, and a right password between them does not', async () => {
  const { user } = await userWithApp();
  const from = { 'x-forwarded-for': '192.0.2.77' };
  const post = (path: string, body: object) => service.anonymous.post(`/api/auth/login${path}`, body, from);
  const statuses: number[] = [];
  for (let i = 0; i < 7; i++) {
    const asked = await post('', user);
    const { ticket } = asked.body;
    statuses.push(
      asked.status,
      ticket ? (await post('/second-factor', { ticket, code: '000000' })).status : 0,
    );
  }
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
  expect(statuses.slice(10)).toContain(429);
});

test('a ticket ends when the password is changed', async () => {
  const { user, session, app } = await userWithApp();
  const { ticket } = (await signIn(service, user)).body;
  const renewed = { current: user.password, new: 'quiet harbour seven lamps' };
  expect((await session.post('/api/auth/password', renewed)).status).toBe(204);
  expect((await answer(service, ticket, app.code())).status).toBe(401);
});

test('without a second factor, sign-in is as it was, and recovery codes go with the last', async () => {
  const { user, session } = await userWithApp();
  expect((await session.delete('/api/auth/totp')).status).toBe(204);
  expect((await session.delete('/api/auth/totp')).status).toBe(404);
  expect((await signIn(service, user)).status).toBe(200);
  expect((await session.get('/api/auth/second-factors')).body.recovery_codes_left).toBe(0);
  expect((await session.post('/api/auth/recovery-codes')).status).toBe(409);
});

test('what was done is in the log of the user, and no secret in it, in the catalog or in the output', async () => {
  const { user, session, app, codes } = await userWithApp();
  const { ticket } = (await signIn(service, user)).body;
  await answer(service, ticket, app.code());
  const { entries } = (await session.get('/api/control/account/audit-log?log=user')).body;
  const actions = entries.map((entry: { action: string }) => entry.action);
  expect(actions).toEqual(
    expect.arrayContaining(['totp.begun', 'totp.added', 'session.second_factor_asked', 'session.started']),
  );
  expect(entries[0].detail).toMatchObject({ second_factor: 'totp' });
  const kept = JSON.stringify(entries) + service.output();
  const files = ['catalog.db', 'catalog.db-wal'].map((name) =>
    readFile(join(service.dataDir, name)).catch(() => Buffer.alloc(0)),
  );
  const stored = Buffer.concat(await Promise.all(files));
  expect(stored.includes(user.email)).toBe(true);
  for (const secret of [app.secret, ticket, ...codes]) {
    expect(kept).not.toContain(secret);
    expect(stored.includes(secret)).toBe(false);
  }
});
