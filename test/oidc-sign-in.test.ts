import { randomUUID } from 'node:crypto';
import { generateKeyPair, type JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Browser } from './support/browser.js';
import { answer, setUpApp } from './support/second-factor.js';
import { CalledService, owner, TestService } from './support/service.js';
import { type Person, SignInProvider } from './support/sign-in-provider.js';

const START = '/api/auth/oidc/start';
const CALLBACK = '/api/auth/oidc/callback';

let provider: SignInProvider;
/** Lets in known users only. */
let service: TestService;
/** Registers whoever comes. */
let open: TestService;
beforeAll(async () => {
  provider = await SignInProvider.start();
  const env = { ...provider.env, LOG_LEVEL: 'debug' };
  [service, open] = await Promise.all([
    TestService.start({ env }),
    TestService.start({ env: { ...env, SVC_OIDC_AUTO_REGISTER: 'true' } }),
  ]);
  provider.people.owner = { email: owner.email, email_verified: true };
});
afterAll(() => Promise.all([service?.dispose(), open?.dispose(), provider.close()]));

test('a provider that does not answer is reported, and asked again', async () => {
  const early = await service.anonymous.get(START);
  expect(early.body).toMatchObject({ status: 503, type: '/problems/unavailable', retry_after: 5 });
  await provider.open(service, open);
  expect((await new Browser().open(service.url + START)).status).toBe(302);
});

describe('with the provider up', () => {
  beforeEach(() => {
    provider.forge = undefined;
    provider.signsIn = 'owner';
  });

  /** Signs in at the provider; the callback has the code, and is not opened yet. */
  const arrive = (browser: Browser, at = service, from = at.url + START) =>
    browser.follow(from, at.url + CALLBACK);

  const finish = (browser: Browser, callback: URL, at = service) =>
    at.anonymous.get(callback.pathname + callback.search, { cookie: browser.cookiesFor(callback) });

  async function signIn(at = service) {
    const browser = new Browser();
    return await finish(browser, await arrive(browser, at), at);
  }

  const asNewPerson = (person: Person): string => {
    const subject = randomUUID();
    provider.people[subject] = person;
    provider.signsIn = subject;
    return subject;
  };

  const forging = (claims: JWTPayload) => {
    provider.forge = (token) => provider.resigned(token, claims);
  };

  const refused = (detail: string) => ({
    status: 403,
    type: '/problems/sign-in-refused',
    detail: expect.stringContaining(detail),
  });

  test('a user with a second factor is asked for it, as a program and on the sign-in page', async () => {
    asNewPerson({ email: 'careful@example.com', email_verified: true });
    const first = await signIn(open);
    const session = open.as(first.body.access_token);
    const { app, codes } = await setUpApp(session);
    const asked = await signIn(open);
    expect(asked.body).toMatchObject({ status: 401, type: '/problems/second-factor-required' });
    expect((await answer(open, asked.body.ticket, app.code())).status).toBe(200);

    const browser = new Browser();
    const callback = await arrive(browser, open, `${open.url}${START}?return_to=/workbooks`);
    const led = await browser.open(callback);
    expect(led.headers.getSetCookie()).toEqual([]);
    const page = new URL(led.headers.get('location') as string);
    expect([page.pathname, page.search]).toEqual(['/sign-in', '?return_to=%2Fworkbooks']);
    const ticket = new URLSearchParams(page.hash.slice(1)).get('ticket') as string;
    expect((await answer(open, ticket, codes[0] as string)).status).toBe(200);
  });

  test('a user with the verified address is signed in as with a password', async () => {
    const { status, body, headers } = await signIn();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 12 * 60 * 60,
      user: { email: owner.email },
    });
    expect(headers.get('set-cookie')).toMatch(/^svc_oidc=; Path=\/api\/auth\/oidc; Max-Age=0;/);
    const session = service.as(body.access_token);
    expect((await session.get('/api/v1/me')).body.user).toEqual(body.user);
    const log = await session.get('/api/control/account/audit-log?log=user');
    const { issuer } = provider;
    expect(log.body.chain_valid).toBe(true);
    expect(log.body.entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'session.started', detail: { issuer } }),
        expect.objectContaining({ action: 'identity.linked', detail: { issuer, subject: 'owner' } }),
      ]),
    );
  });

  test('the way to the provider has PKCE, state and nonce, and binds the browser', async () => {
    const answer = await new Browser().open(service.url + START);
    const url = new URL(answer.headers.get('location') as string);
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: service.url + CALLBACK,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^svc_oidc=[\w-]{43}; Path=\/api\/auth\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    expect(answer.headers.get('ratelimit-limit')).toBe('120');
  });

  test('a known identity is the same user whatever becomes of its address', async () => {
    const subject = asNewPerson({ email: 'before@example.com', email_verified: true, name: ' Ada ' });
    const first = await signIn(open);
    expect(first.body.user).toMatchObject({ email: 'before@example.com', name: 'Ada' });
    provider.people[subject] = { email: owner.email, email_verified: false };
    expect((await signIn(open)).body.user).toEqual(first.body.user);
  });

  test('an unknown person is registered only where that is wanted, and gets no password', async () => {
    asNewPerson({ email: 'new@example.com', email_verified: true });
    expect((await signIn()).body).toMatchObject(refused('No user of this service has'));
    const { body } = await signIn(open);
    expect((await open.as(body.access_token).get('/api/v1/me')).body.user.email).toBe('new@example.com');
    const byPassword = await open.anonymous.post('/api/auth/login', {
      email: 'new@example.com',
      password: '',
    });
    expect(byPassword.body.type).toBe('/problems/wrong-credentials');
  });

  test('an invited person is registered, and joins every workspace that the address is invited to', async () => {
    const admin = await service.signIn();
    const workspaces = [
      (await admin.get('/api/v1/me')).body.workspace_id,
      (await admin.post('/api/control/workspaces', { name: 'Second' })).body.id,
    ].map((id) => `/api/control/workspaces/${id}`);
    for (const workspace of workspaces)
      await admin.post(`${workspace}/users`, { email: 'Guest@example.com', base_role: 'editor' });
    asNewPerson({ email: 'guest@example.com', email_verified: false });
    expect((await signIn()).status).toBe(403);
    asNewPerson({ email: 'guest@example.com', email_verified: true });
    const { body } = await signIn();
    for (const workspace of workspaces) {
      const { users } = (await admin.get(`${workspace}/users`)).body;
      expect(users).toContainEqual(expect.objectContaining({ id: body.user.id, base_role: 'editor' }));
      expect((await admin.get(`${workspace}/invitations`)).body.invitations).toEqual([]);
    }
  });

  test.each([
    ['unverified', { email_verified: false }],
    ['of unknown standing', {}],
    ['verified by a word', { email_verified: 'true' }],
  ])('an address that is %s matches nobody and registers nobody', async (_, claims) => {
    asNewPerson({ email: owner.email, ...claims });
    expect((await signIn()).body).toMatchObject(refused('does not confirm'));
    asNewPerson({ email: 'stranger@example.com', ...claims });
    expect((await signIn(open)).body).toMatchObject(refused('does not confirm'));
  });

  test('an address in the ID token counts too, verified in the way of Microsoft Entra', async () => {
    asNewPerson({});
    forging({ email: owner.email, xms_edov: true, email_verified: false });
    expect((await signIn()).body).toMatchObject(refused('does not confirm'));
    forging({ email: owner.email });
    expect((await signIn()).body).toMatchObject(refused('does not confirm'));
    forging({ email: owner.email, xms_edov: true });
    expect((await signIn()).body.user).toMatchObject({ email: owner.email });
  });

  test('a sign-in is finished once', async () => {
    const browser = new Browser();
    const callback = await arrive(browser);
    expect((await finish(browser, callback)).status).toBe(200);
    expect((await finish(browser, callback)).body).toMatchObject(refused('already finished'));
  });

  test('a person whose sign-in took too long is led back to the sign-in page', async () => {
    const callback = await arrive(new Browser());
    callback.searchParams.set('state', 'long-gone');
    const headers = { accept: 'text/html,application/xhtml+xml' };
    const { status, headers: answered } = await fetch(callback, { redirect: 'manual', headers });
    expect(status).toBe(302);
    expect(answered.get('location')).toBe(`${service.url}/sign-in?refused=ended&return_to=%2Fworkbooks`);
  });

  test('a page whose name is not Latin is found again after the sign-in', async () => {
    const browser = new Browser();
    const from = `${service.url + START}?return_to=${encodeURIComponent('/workbooks/wb_1/tables/日本')}`;
    const callback = await arrive(browser, service, from);
    const cookie = browser.cookiesFor(callback);
    const { status, headers } = await fetch(callback, { redirect: 'manual', headers: { cookie } });
    expect(status).toBe(302);
    expect(decodeURI(headers.get('location') ?? '')).toBe(`${service.url}/workbooks/wb_1/tables/日本`);
  });

  test.each(['//evil.example', '/\\evil.example', '/\t/evil.example', 'https://evil.example'])(
    'a sign-in does not lead to %j',
    async (page) => {
      const { status } = await service.anonymous.get(`${START}?return_to=${encodeURIComponent(page)}`);
      expect(status).toBe(422);
    },
  );

  test.each([
    ['is missing', (url: URL) => url.searchParams.delete('state')],
    ['is altered', (url: URL) => url.searchParams.set('state', `${url.searchParams.get('state')}x`)],
  ])('a callback whose state %s is refused', async (_, alter) => {
    const browser = new Browser();
    const callback = await arrive(browser);
    alter(callback);
    expect((await finish(browser, callback)).body).toMatchObject(refused('not under way'));
  });

  test('a callback in another browser is refused, and ends the sign-in', async () => {
    const [browser, none, other] = [new Browser(), new Browser(), new Browser()];
    await other.open(service.url + START);
    for (const stranger of [none, other]) {
      const callback = await arrive(browser);
      expect((await finish(stranger, callback)).body).toMatchObject(refused('another browser'));
      expect((await finish(browser, callback)).body).toMatchObject(refused('not under way'));
    }
  });

  test('a code that was intercepted does not work in another sign-in', async () => {
    const [browser, thief] = [new Browser(), new Browser()];
    const [callback, stolen] = [await arrive(browser), await arrive(thief)];
    stolen.searchParams.set('code', callback.searchParams.get('code') as string);
    expect((await finish(thief, stolen)).body).toMatchObject(refused('does not accept the code'));
  });

  test('a code is bound to the verifier of its sign-in', async () => {
    const browser = new Browser();
    const start = await browser.open(service.url + START);
    const url = new URL(start.headers.get('location') as string);
    url.searchParams.set('code_challenge', 'x'.repeat(43));
    const callback = await arrive(browser, service, url.href);
    expect((await finish(browser, callback)).body).toMatchObject(refused('does not accept the code'));
  });

  test('a code works once', async () => {
    const browser = new Browser();
    const used = await arrive(browser);
    expect((await finish(browser, used)).status).toBe(200);
    const next = await arrive(browser);
    next.searchParams.set('code', used.searchParams.get('code') as string);
    expect((await finish(browser, next)).body).toMatchObject(refused('does not accept the code'));
  });

  test('a code expires', async () => {
    const browser = new Browser();
    const callback = await arrive(browser);
    // The provider runs in this process.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 90_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await finish(browser, callback)).body).toMatchObject(refused('does not accept the code'));
  });

  test('the answer of another issuer is refused', async () => {
    const browser = new Browser();
    const callback = await arrive(browser);
    callback.searchParams.set('iss', 'https://issuer.example.com');
    expect((await finish(browser, callback)).body).toMatchObject(refused('does not belong'));
  });

  test.each<[string, JWTPayload]>([
    ['of another issuer', { iss: 'https://issuer.example.com' }],
    ['for another client', { aud: 'another' }],
    ['that has expired', { exp: 1_700_000_000 }],
    ['with another nonce', { nonce: 'another' }],
    ['of another person than its access token', { sub: 'another' }],
  ])('an ID token %s is refused', async (_, claims) => {
    forging(claims);
    expect((await signIn()).body).toMatchObject(refused('does not belong'));
  });

  test('an ID token with a foreign signature, or none, is refused', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    provider.forge = (token) => provider.resigned(token, {}, privateKey);
    expect((await signIn()).body).toMatchObject(refused('does not belong'));
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
    provider.forge = async (token) => `${unsigned}.${token.split('.')[1]}.`;
    expect((await signIn()).body).toMatchObject(refused('does not belong'));
  });

  test('an ID token of an earlier sign-in is refused', async () => {
    let earlier = '';
    provider.forge = async (token) => {
      earlier = token;
      return token;
    };
    expect((await signIn()).status).toBe(200);
    provider.forge = async () => earlier;
    expect((await signIn()).body).toMatchObject(refused('does not belong'));
  });

  test('a sign-in that was cancelled at the provider says so, and is over', async () => {
    provider.signsIn = null;
    const browser = new Browser();
    const callback = await arrive(browser);
    expect((await finish(browser, callback)).body).toMatchObject(refused('cancelled'));
    expect((await finish(browser, callback)).body).toMatchObject(refused('not under way'));
  });

  test('a provider that fails in the middle is reported, and only that sign-in is over', async () => {
    const browser = new Browser();
    const callback = await arrive(browser);
    provider.isDown = true;
    const failed = await finish(browser, callback).finally(() => {
      provider.isDown = false;
    });
    expect(failed.body).toMatchObject({ status: 503, type: '/problems/unavailable', retry_after: 5 });
    expect(service.output()).toContain('the provider of OpenID Connect does not work');
    expect((await finish(browser, callback)).body).toMatchObject(refused('not under way'));
    expect((await signIn()).status).toBe(200);
  });

  test('the log has neither codes nor tokens nor secrets', async () => {
    let token = '';
    provider.forge = async (issued) => {
      token = await provider.resigned(issued, { nonce: 'another' });
      return token;
    };
    const browser = new Browser();
    const callback = await arrive(browser);
    await finish(browser, callback);
    const output = service.output();
    expect(output).toContain('a sign-in with OpenID Connect was refused');
    const { code, state } = Object.fromEntries(callback.searchParams) as { code: string; state: string };
    const [, browserSecret = ''] = browser.cookiesFor(callback).split('svc_oidc=');
    for (const secret of [code, state, browserSecret, token, provider.env.SVC_OIDC_CLIENT_SECRET])
      expect(output).not.toContain(secret);
  });
});

test('without a provider both ends name the settings', async () => {
  const { anonymous } = await CalledService.shared();
  for (const path of [START, `${CALLBACK}?state=x&code=y`]) {
    const { body } = await anonymous.get(path);
    expect(body).toMatchObject({ status: 501, type: '/problems/not-configured' });
    for (const name of ['SVC_OIDC_ISSUER', 'SVC_OIDC_CLIENT_ID', 'SVC_OIDC_CLIENT_SECRET'])
      expect(body.detail).toContain(name);
  }
});
