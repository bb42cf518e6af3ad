import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { newSignedIn, passwordOfUsers, signedInFrom } from '../../../test-support/signed-in.js';
import { deleteUser } from '../../features/accounts/delete-user.js';
import type { Caller } from '../../features/caller.js';
import { signIn } from '../../features/identity/sign-in.js';
import { approveRequest } from '../../features/oauth/decide-request.js';
import { publicFetcher } from '../../gateways/fetch-public.js';
import { createServer } from '../server.js';

const ADDRESS = 'https://example.com/data';
const APP = 'https://app.example/client.json';
const REDIRECT = 'https://app.example/callback';
const email = 'mai@example.com';
const verifier = 'v'.repeat(43);
const metadata = {
  client_id: APP,
  client_name: 'Ledger helper',
  redirect_uris: [REDIRECT],
  grant_types: ['authorization_code', 'refresh_token'],
};

/** What is published at app.example. */
const published = new Map<string, { status?: number; headers?: Record<string, string>; body?: unknown }>();

let site: Server;
let running: InProcessService;
let app: FastifyInstance;
let caller: Caller;
beforeAll(async () => {
  site = createHttpServer((request, response) => {
    const { status = 200, headers = {}, body = {} } = published.get(request.url ?? '') ?? { status: 404 };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  running = await InProcessService.start(undefined, { SVC_PUBLIC_URL: ADDRESS }, { fetchPublic });
  app = await createServer(running.service);
  caller = await newSignedIn(running.service, email);
});
afterAll(async () => {
  await app.close();
  await running.dispose();
  site.close();
});

const guarded = publicFetcher({ allowPrivateNetwork: false });
const unguarded = publicFetcher({ allowPrivateNetwork: true });

/** app.example is a site on this machine; any other name has the guard that it always has. */
const fetchPublic: typeof guarded = (url, request) => {
  const { host, pathname } = new URL(url);
  const { port } = site.address() as AddressInfo;
  return host === 'app.example'
    ? unguarded(`http://127.0.0.1:${port}${pathname}`, request)
    : guarded(url, request);
};

/** As the proxy passes it on, which has removed `/data`. */
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'example.com', ...headers } });

const post = (url: string, form: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url,
    headers: { host: 'example.com', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });

async function begin({ client_id = APP, redirect_uri = REDIRECT }) {
  const { headers, cookies } = await get(
    `/oauth/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: ADDRESS,
    })}`,
  );
  return { location: String(headers.location), cookies };
}

async function letIn() {
  const { location, cookies } = await begin({});
  expect(location).toMatch(`${ADDRESS}/oauth/consent/`);
  const decision = { scopes: ['workbooks:read'] as const, resource: 'account', accountId: null };
  const { resumes } = await approveRequest(
    running.service,
    caller,
    location.split('/').at(-1) as string,
    decision,
    {},
  );
  const user = { email, password: passwordOfUsers, requestId: null };
  const { accessToken } = await signIn(running.service, { ...user, from: signedInFrom });
  const cookie = [...cookies.map(({ name, value }) => `${name}=${value}`), `svc_session=${accessToken}`];
  const back = await get(`/oauth/authorize/${resumes}`, { cookie: cookie.join('; ') });
  const code = new URL(String(back.headers.location)).searchParams.get('code') as string;
  const grant_type = 'authorization_code';
  const redeemed = await post('/oauth/token', {
    ...{ grant_type, code, client_id: APP, redirect_uri: REDIRECT, code_verifier: verifier },
  });
  return { cookies, tokens: redeemed.json() as { access_token: string; refresh_token: string } };
}

const me = ({ access_token }: { access_token: string }) =>
  get('/api/v1/me', { authorization: `Bearer ${access_token}` });

const refresh = async (refresh_token: string) =>
  (await post('/oauth/token', { grant_type: 'refresh_token', refresh_token, client_id: APP })).json();

describe('a service below a path', () => {
  test.each(['/.well-known/oauth-authorization-server/data', '/.well-known/oauth-authorization-server'])(
    'is described at %s',
    async (url) => {
      expect((await get(url)).json()).toMatchObject({
        issuer: ADDRESS,
        authorization_endpoint: `${ADDRESS}/oauth/authorize`,
        token_endpoint: `${ADDRESS}/oauth/token`,
      });
    },
  );

  test.each([
    ['', '/data'],
    ['/mcp', '/data/mcp'],
    ['/mcp', '/mcp'],
    ['/api', '/data/api'],
  ])('has the resource %j described at …%s', async (part, path) => {
    expect((await get(`/.well-known/oauth-protected-resource${path}`)).json()).toMatchObject({
      resource: ADDRESS + part,
      authorization_servers: [ADDRESS],
    });
  });

  test('leads browsers there and back, with its cookies below the path', async () => {
    published.set('/client.json', { body: metadata });
    const { tokens, cookies } = await letIn();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies)
      expect(cookie).toMatchObject({
        path: expect.stringMatching(/^\/data\/oauth\/authorize\//),
        secure: true,
        httpOnly: true,
      });
    expect((await me(tokens)).statusCode).toBe(200);
  });
});

describe('an app whose id is the address of its metadata', () => {
  test('is shown with the site that publishes it', async () => {
    published.set('/client.json', { body: metadata });
    await letIn();
    const { location } = await begin({});
    const session = await signIn(running.service, {
      ...{ email, password: passwordOfUsers, requestId: null, from: signedInFrom },
    });
    const request = await get(`/api/auth/apps/requests/${location.split('/').at(-1)}`, {
      authorization: `Bearer ${session.accessToken}`,
    });
    expect(request.json().app).toMatchObject({ name: 'Ledger helper', published_at: 'app.example' });
  });

  const long = { ...metadata, client_id: 'https://app.example/long.json', contacts: ['x'.repeat(20_000)] };
  test.each([
    ['is led back elsewhere', APP, { redirect_uri: 'https://evil.example/' }, 'invalid_redirect_uri'],
    ['publishes another id', 'https://app.example/other.json', { body: metadata }, 'invalid_client_metadata'],
    ['publishes too much', long.client_id, { body: long }, 'invalid_client'],
    [
      'publishes a secret',
      'https://app.example/secret.json',
      { body: { ...metadata, client_id: 'https://app.example/secret.json', client_secret: 'shared' } },
      'invalid_client_metadata',
    ],
    [
      'sends elsewhere for it',
      'https://app.example/moved.json',
      { status: 302, headers: { location: '/client.json' } },
      'invalid_client',
    ],
    ['is in the clear', 'http://app.example/client.json', {}, 'invalid_client'],
    ['is inside the network', 'https://127.0.0.1/client.json', {}, 'invalid_client'],
    ['publishes nothing', 'https://app.example/absent.json', undefined, 'invalid_client'],
  ])('is refused that %s', async (_, client_id, given, error) => {
    const { redirect_uri, ...answer } = { redirect_uri: REDIRECT, ...given };
    const { pathname } = new URL(client_id);
    if (client_id !== APP && given) published.set(pathname, answer);
    const { location } = await begin({ client_id, redirect_uri });
    expect(location).toContain(`${ADDRESS}/oauth/refused?error=${error}`);
  });

  test('gets no more tokens once it is no longer published', async () => {
    published.set('/client.json', { body: metadata });
    const { tokens } = await letIn();
    published.delete('/client.json');
    // Whatever was fetched before is forgotten.
    await app.close();
    await running.restart();
    app = await createServer(running.service);
    expect(await refresh(tokens.refresh_token)).toMatchObject({ error: 'invalid_client' });
  });
});

test('a grant ends with its user', async () => {
  published.set('/client.json', { body: metadata });
  const { tokens } = await letIn();
  expect((await me(tokens)).statusCode).toBe(200);
  await deleteUser(running.service, caller, email, {});
  expect((await me(tokens)).statusCode).toBe(401);
  expect(await refresh(tokens.refresh_token)).toMatchObject({ error: 'invalid_grant' });
});
