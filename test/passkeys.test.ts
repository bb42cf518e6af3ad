import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { Authenticator } from './support/authenticator.js';
import { signIn } from './support/second-factor.js';
import { CalledService, TestService } from './support/service.js';

const PASSKEYS = '/api/auth/passkeys';
const LOGIN = '/api/auth/login';

let started: TestService;
/** By its name: a passkey belongs to one. */
let service: CalledService;
beforeAll(async () => {
  started = await TestService.start({ env: { SVC_OPEN_REGISTRATION: 'true' } });
  service = await CalledService.at(started.url.replace('127.0.0.1', 'localhost'));
});
afterAll(() => started.dispose());

async function add(session: Api, authenticator: Authenticator, name = 'Laptop') {
  const { ticket, options } = (await session.post(`${PASSKEYS}/options`)).body;
  return await session.post(PASSKEYS, { ticket, name, passkey: authenticator.create(options) });
}

async function userWithPasskey(authenticator = new Authenticator(service.url)) {
  const user = await service.register();
  const session = await service.signIn(user);
  const added = await add(session, authenticator);
  expect(added.status).toBe(201);
  return { user, session, authenticator, added: added.body };
}

/** Signs in by the passkey alone. */
async function enterWith(authenticator: Authenticator) {
  const { ticket, options } = (await service.anonymous.post(`${LOGIN}/passkey/options`)).body;
  return await service.anonymous.post(`${LOGIN}/passkey`, { ticket, passkey: authenticator.get(options) });
}

/** Answers a sign-in that asks for a second factor. */
async function answerWith(authenticator: Authenticator, ticket: string) {
  const { options } = (await service.anonymous.post(`${LOGIN}/passkey/options`, { ticket })).body;
  const passkey = authenticator.get(options);
  return await service.anonymous.post(`${LOGIN}/second-factor`, { ticket, passkey });
}

test('a passkey is a second factor, with recovery codes', async () => {
  const { user, session, authenticator, added } = await userWithPasskey();
  expect(added.recovery_codes).toHaveLength(10);
  const asked = await signIn(service, user);
  expect(asked.body).toMatchObject({ status: 401, second_factors: ['passkey', 'recovery_code'] });
  const stranger = new Authenticator(service.url);
  expect((await answerWith(stranger, asked.body.ticket)).status).toBe(401);
  const done = await answerWith(authenticator, asked.body.ticket);
  expect([done.status, done.body.user?.email]).toEqual([200, user.email]);
  const { passkeys } = (await session.get('/api/auth/second-factors')).body;
  expect(passkeys).toEqual([{ ...added.passkey, last_used_at: expect.any(String) }]);
  expect((await session.delete(`${PASSKEYS}/${added.passkey.id}`)).status).toBe(204);
  expect((await session.delete(`${PASSKEYS}/${added.passkey.id}`)).status).toBe(404);
  expect((await signIn(service, user)).status).toBe(200);
});

test('a passkey signs in by itself, if its authenticator has verified the person', async () => {
  const { user, authenticator } = await userWithPasskey();
  const entered = await enterWith(authenticator);
  expect([entered.status, entered.body.user?.email]).toEqual([200, user.email]);
  const { authenticator: touched, user: other } = await userWithPasskey(
    new Authenticator(service.url, false),
  );
  expect((await enterWith(touched)).status).toBe(401);
  const { ticket } = (await signIn(service, other)).body;
  expect((await answerWith(touched, ticket)).status).toBe(200);
});

test('an answer works once, for its ticket, its page and its user', async () => {
  const { user, authenticator } = await userWithPasskey();
  const { ticket, options } = (await service.anonymous.post(`${LOGIN}/passkey/options`)).body;
  const other = (await service.anonymous.post(`${LOGIN}/passkey/options`)).body;
  const passkey = authenticator.get(options);
  const enter = (body: object) => service.anonymous.post(`${LOGIN}/passkey`, body);
  expect((await enter({ ticket: other.ticket, passkey })).status).toBe(401);
  expect((await enter({ ticket, passkey })).status).toBe(200);
  expect((await enter({ ticket, passkey })).status).toBe(401);
  // A ticket of a sign-in with a password does not let anybody in by the passkey of somebody else.
  const { user: victim } = await userWithPasskey();
  const { ticket: asked } = (await signIn(service, victim)).body;
  expect((await answerWith(authenticator, asked)).status).toBe(401);
  expect((await enter({ ticket: asked, passkey })).status).toBe(401);
  const phishing = new Authenticator('http://evil.example.com');
  const session = await service.signIn({ email: (await service.register()).email, password: user.password });
  expect((await add(session, phishing)).status).toBe(422);
});

test('nonsense in place of an answer is refused', async () => {
  const session = await service.signIn(await service.register());
  const { ticket } = (await session.post(`${PASSKEYS}/options`)).body;
  for (const passkey of [{}, { id: 5 }, { id: 'AA', response: { clientDataJSON: 'x' } }])
    expect((await session.post(PASSKEYS, { ticket, name: 'Laptop', passkey })).status).toBe(422);
  const { ticket: entering } = (await service.anonymous.post(`${LOGIN}/passkey/options`)).body;
  const { status } = await service.anonymous.post(`${LOGIN}/passkey`, { ticket: entering, passkey: {} });
  expect(status).toBe(401);
});

test('a ticket for a passkey is of the user who asked', async () => {
  const { session } = await userWithPasskey();
  const other = await service.signIn(await service.register());
  const { ticket, options } = (await session.post(`${PASSKEYS}/options`)).body;
  const passkey = new Authenticator(service.url).create(options);
  expect((await other.post(PASSKEYS, { ticket, name: 'Mine', passkey })).status).toBe(422);
});

test('by an IP address there are no passkeys, and the answer says why', async () => {
  const session = await started.signIn();
  const { status, body } = await session.post(`${PASSKEYS}/options`);
  expect([status, body.detail]).toEqual([501, expect.stringContaining('SVC_PUBLIC_URL')]);
});
