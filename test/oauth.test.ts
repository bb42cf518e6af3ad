import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { App, decideAt, register, signedInBrowser } from './support/app.js';
import { Browser } from './support/browser.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let browser: Browser;
let app: App;
beforeAll(async () => {
  service = await CalledService.shared();
  browser = await signedInBrowser(service);
  app = await App.register(service.url);
});

const reading = { scopes: ['workbooks:read'], resource: 'account' };

test('an app finds its way by the address of /mcp alone', async () => {
  const refused = await fetch(`${service.url}/mcp`, { method: 'POST' });
  expect(refused.status).toBe(401);
  const [, metadata = ''] =
    /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
  const resource = await (await fetch(metadata)).json();
  expect(resource).toMatchObject({
    resource: `${service.url}/mcp`,
    authorization_servers: [service.url],
  });
  const server = await (await fetch(`${service.url}/.well-known/oauth-authorization-server`)).json();
  expect(server).toMatchObject({
    issuer: service.url,
    authorization_endpoint: `${service.url}/oauth/authorize`,
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
  });
});

test('a user sees who asks and for what, and lets the app do some of it', async () => {
  const consent = await browser.follow(
    app.begin({ scope: 'workbooks:read workbooks:write unheard:of' }),
    `${service.url}/oauth/consent/`,
  );
  const session = await service.signIn();
  const path = `/api/auth/apps/requests/${consent.pathname.split('/').at(-1)}`;
  expect((await session.get(path)).body).toMatchObject({
    app: {
      name: 'Ledger helper',
      published_at: null,
      returns_to: { kind: 'loopback', name: '127.0.0.1:7777' },
    },
    scopes: ['workbooks:read', 'workbooks:write'],
  });
  const beyond = await session.post(`${path}/approve`, { ...reading, scopes: ['keys:mint'] });
  expect(beyond.status).toBe(422);
  const decided = await session.post(`${path}/approve`, reading);
  expect((await session.post(`${path}/approve`, reading)).status).toBe(404);

  const answer = await browser.follow(service.url + decided.body.continue_at, 'http://127.0.0.1:7777/');
  expect(Object.fromEntries(answer.searchParams)).toMatchObject({ state: 'as sent', iss: service.url });
  const redeemed = await app.redeem(answer.searchParams.get('code'));
  expect(await redeemed.json()).toMatchObject({
    access_token: expect.stringMatching(/^svc_oat_/),
    refresh_token: expect.stringMatching(/^svc_ort_/),
    expires_in: 3600,
    scope: 'workbooks:read',
    token_type: 'Bearer',
  });
});

test('a user who refuses sends the app away', async () => {
  const answer = await app.answerOf(browser, 'deny');
  expect(answer.searchParams.get('error')).toBe('access_denied');
});

describe('a grant', () => {
  test('acts like a token: with its scopes, within its reach, for its resource', async () => {
    const session = await service.signIn();
    const [inside, outside] = [await session.workbook(), await session.workbook()];
    const resource = `workbook:${inside.split('/').at(-1)}`;
    const decision = { scopes: ['workbooks:read'], resource };
    const { access_token } = await app.tokens(browser, decision, { resource: service.url });
    const api = service.as(access_token);
    expect((await api.get('/api/v1/me')).body).toMatchObject({
      credential: { kind: 'grant' },
      scopes: ['workbooks:read'],
      resource,
    });
    expect((await api.get(inside)).status).toBe(200);
    expect((await api.get(outside)).status).toBe(404);
    expect((await api.patch(inside, { title: 'mine' })).body).toMatchObject({
      status: 403,
      missing_scope: 'workbooks:write',
    });
    expect((await api.get('/api/control/accounts')).status).toBe(403);

    const elsewhere = await app.tokens(browser, decision, { resource: `${service.url}/mcp` });
    expect((await service.as(elsewhere.access_token).get('/api/v1/me')).status).toBe(401);
    const foreign = await browser.open(app.begin({ resource: 'https://other.example/mcp' }));
    expect(new URL(foreign.headers.get('location') as string).searchParams.get('error')).toBe(
      'invalid_target',
    );
  });

  test('is listed and ended beside tokens, and its tokens end with it', async () => {
    const session = await service.signIn();
    const tokens = await app.tokens(browser, reading, { resource: service.url });
    const api = service.as(tokens.access_token);
    const grantId = (await api.get('/api/v1/me')).body.credential.id;
    const listed = (await session.get('/api/v1/me/grants')).body.grants;
    expect(listed[0]).toMatchObject({ id: grantId, app: { name: 'Ledger helper' }, revoked_at: null });

    expect((await session.delete(`/api/v1/me/grants/${grantId}`)).status).toBe(204);
    expect((await api.get('/api/v1/me')).status).toBe(401);
    expect(await (await app.refresh(tokens.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
    expect((await session.get('/api/v1/me/grants')).body.grants[0]).toMatchObject({ ended_by: 'user' });
  });

  test('can ask for less when its tokens are renewed, never for more', async () => {
    const both = { scopes: ['workbooks:read', 'workbooks:write'], resource: 'account' };
    const asked = { scope: 'workbooks:read workbooks:write', resource: service.url };
    const first = await app.tokens(browser, both, asked);
    const less = await app.renew(first.refresh_token, { scope: 'workbooks:read' });
    expect(less.scope).toBe('workbooks:read');
    expect((await service.as(less.access_token).get('/api/v1/me')).body.scopes).toEqual(['workbooks:read']);
    const more = await app.refresh(less.refresh_token, { scope: 'workbooks:read keys:mint' });
    expect(await more.json()).toMatchObject({ error: 'invalid_scope' });
    const elsewhere = await app.refresh(less.refresh_token, { resource: `${service.url}/mcp` });
    expect(await elsewhere.json()).toMatchObject({ error: 'invalid_target' });
  });

  test('reaches nothing that its user does not', async () => {
    const other = await service.signIn(await service.register());
    const resource = `workbook:${(await other.workbook()).split('/').at(-1)}`;
    const consent = await browser.follow(app.begin(), `${service.url}/oauth/consent/`);
    const request = `/api/auth/apps/requests/${consent.pathname.split('/').at(-1)}`;
    const refused = await (await service.signIn()).post(`${request}/approve`, { ...reading, resource });
    expect(refused.status).toBe(403);
  });

  test('ends when a refresh token or a code comes twice', async () => {
    const session = await service.signIn();
    const first = await app.tokens(browser, reading, { resource: service.url });
    const second = await app.renew(first.refresh_token);
    expect((await service.as(second.access_token).get('/api/v1/me')).status).toBe(200);
    expect(await (await app.refresh(first.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
    expect((await service.as(second.access_token).get('/api/v1/me')).status).toBe(401);
    expect(await (await app.refresh(second.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
    expect((await session.get('/api/v1/me/grants')).body.grants[0]).toMatchObject({ ended_by: 'reuse' });

    const code = (await app.answerOf(browser, reading)).searchParams.get('code');
    const answers = await Promise.all([app.redeem(code), app.redeem(code), app.redeem(code)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect((await session.get('/api/v1/me/grants')).body.grants[0]).toMatchObject({ ended_by: 'reuse' });
  });

  test('ends when the app gives its token back', async () => {
    const tokens = await app.tokens(browser, reading, { resource: service.url });
    expect((await app.ask({ token: tokens.refresh_token }, '/oauth/revoke')).status).toBe(200);
    expect((await service.as(tokens.access_token).get('/api/v1/me')).status).toBe(401);
    const { grants } = (await (await service.signIn()).get('/api/v1/me/grants')).body;
    expect(grants[0]).toMatchObject({ ended_by: 'app' });
  });
});

test('an official client of MCP connects by the address alone, and is recorded by its name', async () => {
  const saved: { client?: unknown; tokens?: unknown; state?: unknown; verifier?: string; consent?: URL } = {};
  const authProvider = {
    redirectUrl: 'http://127.0.0.1:7777/callback',
    clientMetadata: { client_name: 'Desktop agent', redirect_uris: ['http://127.0.0.1:7777/callback'] },
    clientInformation: () => saved.client as never,
    saveClientInformation: (client: unknown) => void Object.assign(saved, { client }),
    tokens: () => saved.tokens as never,
    saveTokens: (tokens: unknown) => void Object.assign(saved, { tokens }),
    redirectToAuthorization: (consent: URL) => void Object.assign(saved, { consent }),
    saveDiscoveryState: (state: unknown) => void Object.assign(saved, { state }),
    discoveryState: () => saved.state as never,
    saveCodeVerifier: (verifier: string) => void Object.assign(saved, { verifier }),
    codeVerifier: () => saved.verifier as string,
  };
  const connect = async () => {
    const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { authProvider });
    const client = new Client({ name: 'sdk', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    return { transport, client, connected: client.connect(transport) };
  };
  const first = await connect();
  await expect(first.connected).rejects.toThrow();
  const consent = await browser.follow(saved.consent as URL, `${service.url}/oauth/consent/`);
  const answer = await decideAt(browser, service.url, consent, {
    scopes: ['workbooks:read', 'workbooks:write'],
    resource: 'account',
  });
  await first.transport.finishAuth(answer.searchParams);
  const { client, connected } = await connect();
  await connected;
  const made = await client.callTool({ name: 'create_workbook', arguments: { title: 'by an agent' } });
  const { id } = made.structuredContent as { id: string };
  await client.close();
  const { entries } = (await (await service.signIn()).get(`/api/v1/workbooks/${id}/audit-log`)).body;
  expect(entries[0]).toMatchObject({ detail: { actor: 'Desktop agent' } });
});

test('a device shows a code, and asks until its user has let it in', async () => {
  const asked = { client_id: 'wds', scope: 'workbooks:read' };
  const post = async (path: string, form: Record<string, string>) => {
    const response = await fetch(service.url + path, { method: 'POST', body: new URLSearchParams(form) });
    return (await response.json()) as Record<string, string>;
  };
  const device = await post('/oauth/device_authorization', asked);
  expect(device.verification_uri).toBe(`${service.url}/oauth/device`);
  const poll = () =>
    post('/oauth/token', {
      client_id: 'wds',
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: device.device_code as string,
    });
  expect(await poll()).toMatchObject({ error: 'authorization_pending' });
  const session = await service.signIn();
  const path = `/api/auth/apps/requests/${device.user_code}`;
  expect((await session.get(path)).body).toMatchObject({
    app: { name: 'wds', returns_to: { kind: 'device' } },
  });
  expect((await session.post(`${path}/approve`, reading)).body).toEqual({ continue_at: null });
  const { access_token } = await poll();
  expect((await service.as(access_token as string).get('/api/v1/me')).body.scopes).toEqual([
    'workbooks:read',
  ]);
  expect((await session.get(path)).status).toBe(404);
});

describe('nobody is let in who', () => {
  test('lacks the proof of the app that began', async () => {
    const code = (await app.answerOf(browser, reading)).searchParams.get('code');
    const stolen = await app.redeem(code, { code_verifier: 'x'.repeat(43) });
    expect(await stolen.json()).toMatchObject({ error: 'invalid_grant' });
    const unproven = app.begin();
    unproven.searchParams.delete('code_challenge');
    expect(
      await browser.follow(unproven, 'http://127.0.0.1:7777/callback?error=invalid_request'),
    ).toBeDefined();
  });

  test('has another user agree to a request of their own browser', async () => {
    const attacker = await signedInBrowser(service, await service.register());
    const consent = await attacker.follow(app.begin(), `${service.url}/oauth/consent/`);
    const request = `${service.url}/api/auth/apps/requests/${consent.pathname.split('/').at(-1)}`;
    const { continue_at } = (await (await browser.post(`${request}/approve`, reading)).json()) as {
      continue_at: string;
    };
    const refusals = [
      await attacker.open(service.url + continue_at),
      await browser.open(service.url + continue_at),
    ];
    for (const refused of refusals)
      expect(refused.headers.get('location')).toMatch(`${service.url}/oauth/refused?error=`);
  });

  test('is led back to an address that was not registered', async () => {
    for (const redirect_uri of ['https://evil.example/callback', 'http://127.0.0.1:7777/other']) {
      const refused = await browser.open(app.begin({ redirect_uri }));
      expect(refused.headers.get('location')).toContain('/oauth/refused?error=invalid_redirect_uri');
    }
  });

  test('calls the page of consent from another site, or has it in a frame', async () => {
    const consent = await browser.follow(app.begin(), `${service.url}/oauth/consent/`);
    const page = await browser.open(consent);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const request = `${service.url}/api/auth/apps/requests/${consent.pathname.split('/').at(-1)}`;
    const forged = await browser.open(`${request}/approve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
      body: JSON.stringify(reading),
    });
    expect(forged.status).toBe(401);
    expect((await new Browser().post(`${request}/approve`, reading)).status).toBe(401);
  });
});

describe('an app registers', () => {
  test('with redirects to a program: a loopback address on any port, or a scheme of its own', async () => {
    const native = await App.register(service.url, {
      redirect_uris: ['http://localhost/done', 'cursor://anysphere.cursor-mcp/oauth/callback'],
    });
    for (const redirect_uri of [
      'http://localhost:49152/done',
      'cursor://anysphere.cursor-mcp/oauth/callback',
    ]) {
      const answer = await native.answerOf(browser, reading, { redirect_uri });
      expect(answer.searchParams.get('code')).toBeTruthy();
    }
  });

  test('not with redirects that could run code, or go over the network in the clear', async () => {
    for (const redirect of ['javascript:alert(1)', 'data:text/html,x', 'http://app.example/callback']) {
      const response = await register(service.url, { redirect_uris: [redirect] });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: 'invalid_redirect_uri' });
    }
    const many = Array.from({ length: 21 }, (_, n) => `https://app.example/${n}`);
    expect((await register(service.url, { redirect_uris: many })).status).toBe(400);
    expect((await register(service.url, { client_name: 'x'.repeat(70_000) })).status).toBe(413);
  });

  test('with a secret, which is needed from then on', async () => {
    const kept = await App.register(service.url, { token_endpoint_auth_method: 'client_secret_post' });
    const tokens = await kept.tokens(browser, reading);
    expect(tokens.access_token).toBeDefined();
    const without = await kept.refresh(tokens.refresh_token, { client_secret: 'guessed' });
    expect(await without.json()).toMatchObject({ error: 'invalid_client' });
  });
});
