import { afterAll, beforeAll, expect, test } from 'vitest';
import { CalledService, owner, TestService } from './support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.dispose());

test('e-mail and password give a session token for 12 hours that works on both planes', async () => {
  const { status, body } = await service.anonymous.post('/api/auth/login', {
    ...owner,
    email: owner.email.toUpperCase(),
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    token_type: 'Bearer',
    expires_in: 12 * 60 * 60,
    user: { email: owner.email },
  });
  const session = service.as(body.access_token);
  const me = await session.get('/api/v1/me');
  expect(me.body).toMatchObject({ user: { email: owner.email }, credential: { kind: 'session' } });
  expect(me.body.scopes).toHaveLength(14);
  expect((await session.get('/api/control/account')).body.id).toBe(me.body.account_id);
});

test('a wrong password and an unknown user get the same answer', async () => {
  const answers = await Promise.all([
    service.anonymous.post('/api/auth/login', { ...owner, password: 'wrong' }),
    service.anonymous.post('/api/auth/login', { ...owner, email: 'nobody@example.com' }),
  ]);
  const [wrong, unknown] = answers.map(({ status, body }) => ({ status, ...body, request_id: '' }));
  expect(wrong).toMatchObject({ status: 401, type: '/problems/wrong-credentials' });
  expect(unknown).toEqual(wrong);
});

test('a session states who is signed in and until when', async () => {
  const session = await service.signIn();
  const { body } = await session.get('/api/auth/session');
  expect(body).toMatchObject({ user: { email: owner.email }, session_id: expect.stringMatching(/^ses_/) });
  const hours = (Date.parse(body.expires_at) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(11.9);
  expect(hours).toBeLessThanOrEqual(12);
});

test('signing out ends that session at once, and no other', async () => {
  const [session, other] = await Promise.all([service.signIn(), service.signIn()]);
  expect((await session.post('/api/auth/logout')).status).toBe(204);
  const after = await session.get('/api/v1/me');
  expect(after.body).toMatchObject({ status: 401, type: '/problems/unauthenticated' });
  expect(after.headers.get('www-authenticate')).toBe('Bearer');
  expect((await other.get('/api/v1/me')).status).toBe(200);
});

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a session token that was tampered with is refused', async () => {
  const [header, claims, signature] = ((await service.signIn()).token as string).split('.') as [
    string,
    string,
    string,
  ];
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const forged = [
    [header, base64({ ...read, exp: read.exp + 3600 }), signature],
    [header, claims, signature.split('').reverse().join('')],
    [base64({ alg: 'none' }), claims, ''],
    [header, claims],
  ];
  for (const parts of forged) {
    const { status, body } = await service.as(parts.join('.')).get('/api/v1/me');
    expect([status, body.type]).toEqual([401, '/problems/unauthenticated']);
  }
});

test('tokens and anonymous callers have no session', async () => {
  const token = await (await service.signIn()).mint(['workbooks:read']);
  expect((await token.get('/api/auth/session')).body.type).toBe('/problems/owner-session-required');
  expect((await service.anonymous.get('/api/auth/session')).body.type).toBe('/problems/unauthenticated');
});

const newcomer = { email: 'New@Example.com', password: 'long enough', name: 'New' };

test('registration is closed unless the operator opens it', async () => {
  const { status, body } = await service.anonymous.post('/api/auth/register', newcomer);
  expect([status, body.type]).toEqual([403, '/problems/registration-closed']);
});

test('with open registration a new user registers once, and sees nothing of others', async () => {
  const open = await CalledService.shared();
  const registered = await open.anonymous.post('/api/auth/register', newcomer);
  expect(registered).toMatchObject({ status: 201, body: { email: 'new@example.com', name: 'New' } });
  const again = await open.anonymous.post('/api/auth/register', { ...newcomer, email: 'new@example.COM' });
  expect([again.status, again.body.email]).toEqual([201, 'new@example.com']);
  const weak = await open.anonymous.post('/api/auth/register', { email: 'nowhere', password: 'short' });
  expect(weak.status).toBe(422);
  expect(weak.body.errors).toMatchObject([{ path: '/email' }, { path: '/password' }]);

  const { email, password } = newcomer;
  const login = await open.anonymous.post('/api/auth/login', { email, password });
  const guest = open.as(login.body.access_token);
  const theirs = await (await open.signIn()).workbook('Private');
  expect((await guest.get(theirs)).body.type).toBe('/problems/not-found');
  expect((await guest.get('/api/v1/me/workbooks')).body.workbooks).toEqual([]);
  expect((await guest.get('/api/v1/me/workbooks?workspace_id=personal')).status).toBe(200);
});
