import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { denyAccess } from '../server/test-support/fake-oauth.js';
import type { Api } from './support/api.js';
import {
  authorizeUrl,
  connect,
  consent,
  finish,
  providers,
  type ServiceWithDrives,
  startWithDrives,
} from './support/drives.js';
import { CalledService, startService, TestService } from './support/service.js';

let world: ServiceWithDrives;
let api: Api;
let stranger: Api;
const unknown = { email: 'stranger@example.com', password: 'a long enough password of a stranger' };
beforeAll(async () => {
  world = await startWithDrives({ SVC_OPEN_REGISTRATION: 'true', LOG_LEVEL: 'trace' });
  api = world.api;
  const { anonymous } = world.service;
  await anonymous.post('/api/auth/register', unknown);
  stranger = world.service.as((await anonymous.post('/api/auth/login', unknown)).body.access_token);
});
afterAll(() => world.dispose());

const needed = (detail: string) => ({
  status: 409,
  type: '/problems/drive-authorization-needed',
  detail: expect.stringContaining(detail),
  authorize_url: expect.any(String),
});
const authorization = async (of: Api, provider: string) =>
  (await of.get(`/api/v1/me/authorize/${provider}`)).body;

describe.each(providers)('%s', (provider) => {
  test('is connected by a page of the provider, and forgotten again', async () => {
    const fake = world.fakes[provider];
    const before = await authorization(api, provider);
    expect(before).toEqual({ provider, authorized: false, authorize_url: expect.any(String), account: null });
    expect(new URL(before.authorize_url).origin).toBe(fake.url);

    const { status, body } = await finish(api, provider, await consent(before.authorize_url));
    const connected = { provider, authorized: true, authorize_url: null, account: fake.account };
    expect([status, body]).toEqual([200, connected]);
    expect(await authorization(api, provider)).toEqual(connected);
    expect((await authorization(stranger, provider)).authorized).toBe(false);

    expect((await api.delete(`/api/v1/me/authorize/${provider}`)).status).toBe(204);
    expect((await authorization(api, provider)).authorized).toBe(false);
    expect((await api.delete(`/api/v1/me/authorize/${provider}`)).status).toBe(204);
    // Microsoft has no way to revoke a token.
    if (provider === 'google_drive') expect(fake.oauth.liveRefreshTokens).toBe(0);
  });

  test('is not connected twice with one answer', async () => {
    const answer = await consent(await authorizeUrl(api, provider));
    expect((await finish(api, provider, answer)).status).toBe(200);
    await api.delete(`/api/v1/me/authorize/${provider}`);
    expect((await finish(api, provider, answer)).body).toMatchObject(needed('already finished'));
    expect((await authorization(api, provider)).authorized).toBe(false);
  });

  test('is not connected by a link that somebody else sent: the browser that comes back only asks', async () => {
    const { oauth } = world.fakes[provider];
    const issued = oauth.issued.length;
    const answer = await consent(await authorizeUrl(stranger, provider));
    const callback = `${world.service.url}/api/auth/drives/${provider}/callback?${answer}`;
    const { status, headers } = await fetch(callback, { redirect: 'manual' });
    const page = new URL(headers.get('location') ?? '');
    expect([status, page.pathname]).toEqual([302, '/settings/drives']);
    expect(Object.fromEntries(page.searchParams)).toEqual({ provider, answer });

    expect((await world.service.anonymous.post(`/api/v1/me/authorize/${provider}`, { answer })).status).toBe(
      401,
    );
    expect((await finish(api, provider, answer)).body).toMatchObject(needed('another user'));
    expect((await finish(stranger, provider, answer)).body).toMatchObject(needed('already finished'));
    for (const one of [api, stranger]) expect((await authorization(one, provider)).authorized).toBe(false);
    expect(oauth.issued).toHaveLength(issued);
  });

  test('is not connected where the user says no, or takes the right to read files out', async () => {
    const denied = await finish(api, provider, await consent(await authorizeUrl(api, provider), denyAccess));
    expect(denied.body).toMatchObject(needed('was not granted'));
    const { oauth } = world.fakes[provider];
    const url = await authorizeUrl(api, provider);
    oauth.withheldScope = (new URL(url).searchParams.get('scope') ?? '').split(' ').at(-1);
    const partly = await finish(api, provider, await consent(url));
    oauth.withheldScope = undefined;
    expect(partly.body).toMatchObject(needed('not allowed to read files'));
    expect((await authorization(api, provider)).authorized).toBe(false);
  });

  test('is not connected with the state of another provider, of nobody, or without any', async () => {
    const other = provider === 'google_drive' ? 'microsoft' : 'google_drive';
    const ofOther = await consent(await authorizeUrl(api, other));
    for (const answer of [ofOther, 'code=x&state=unknown', ''])
      expect((await finish(api, provider, answer)).body).toMatchObject(needed('never begun'));
    expect((await finish(api, other, ofOther)).status).toBe(409);
  });

  test('is read with whatever else the provider adds to its answer', async () => {
    const more = '&scope=a%20b&authuser=0&prompt=consent&session_state=1&iss=https%3A%2F%2Fexample.com';
    const answer = await consent(await authorizeUrl(api, provider));
    expect((await finish(api, provider, answer + more)).status).toBe(200);
    await api.delete(`/api/v1/me/authorize/${provider}`);
  });
});

test('an authorization names no workbook out of reach', async () => {
  const at = (workbook: string) => `/api/v1/me/authorize/microsoft?workbook_id=${workbook.split('/').at(-1)}`;
  expect((await api.get(at(await api.workbook()))).status).toBe(200);
  expect((await api.get(at(await stranger.workbook()))).status).toBe(404);
});

test('only a credential with the scope for drives connects or lists one', async () => {
  const plain = await api.mint(['workbooks:write']);
  const scoped = await api.mint(['cloud-files:read']);
  for (const path of ['/api/v1/me/authorize/google_drive', '/api/v1/cloud-files/google_drive']) {
    const { status, body } = await plain.get(path);
    expect([status, body.missing_scope]).toEqual([403, 'cloud-files:read']);
  }
  expect((await scoped.get('/api/v1/me/authorize/google_drive')).status).toBe(200);
  const importing = { provider: 'google_drive', file_id: 'x', filename: 'x.xlsx' };
  const workbook = await api.workbook();
  for (const [one, missing] of [
    [plain, 'cloud-files:read'],
    [scoped, 'workbooks:write'],
  ] as const) {
    const { status, body } = await one.post(`${workbook}/sources/cloud`, importing);
    expect([status, body.missing_scope]).toEqual([403, missing]);
  }
});

test('the audit log of the user says when a drive was connected, forgotten and lost', async () => {
  await connect(stranger, 'google_drive');
  await stranger.delete('/api/v1/me/authorize/google_drive');
  await connect(stranger, 'microsoft');
  world.fakes.microsoft.oauth.revokeGrants();
  expect((await stranger.get('/api/v1/cloud-files/microsoft')).status).toBe(409);
  const { entries } = (await stranger.get('/api/control/account/audit-log?log=user')).body;
  expect(
    entries
      .filter(({ action }: { action: string }) => action.startsWith('drive.'))
      .map(({ action, target }: { action: string; target: string }) => `${action} ${target}`),
  ).toEqual([
    'drive.authorization_lost microsoft',
    'drive.authorized microsoft',
    'drive.forgotten google_drive',
    'drive.authorized google_drive',
  ]);
});

test('no token or secret of a drive is in the log output, the database or the audit log', async () => {
  const { service, fakes } = world;
  for (const provider of providers) {
    await connect(api, provider);
    fakes[provider].oauth.expireAccessTokens();
    expect((await api.get(`/api/v1/cloud-files/${provider}`)).status).toBe(200);
  }
  const issued = providers.flatMap((provider) => [
    ...fakes[provider].oauth.issued,
    fakes[provider].clientSecret,
  ]);
  expect(issued.length).toBeGreaterThan(10);
  const { bytes } = await api.get('/api/control/account/audit-log?log=user&limit=1000');
  const places = {
    log: service.output(),
    audit: Buffer.from(bytes).toString('latin1'),
    catalog: (await readFile(join(service.dataDir, 'catalog.db'))).toString('latin1'),
    journal: (await readFile(join(service.dataDir, 'catalog.db-wal'))).toString('latin1'),
  };
  expect(places.log).toContain('/api/v1/me/authorize/:provider');
  expect(places.catalog + places.journal).toContain('drive.authorized');
  for (const [place, text] of Object.entries(places))
    expect(
      issued.filter((secret) => text.includes(secret)),
      place,
    ).toEqual([]);
});

test('a grant outlasts a restart and a change of the key', async () => {
  const [oldKey, newKey] = ['11', '22'].map((byte) => Buffer.from(byte.repeat(32), 'hex').toString('base64'));
  const { fakes } = world;
  const env = {
    SVC_ALLOW_PRIVATE_NETWORK: 'true',
    ...fakes.google_drive.variables,
    SVC_SECRET_KEY: oldKey as string,
  };
  const first = await startService({ env });
  const before = await first.signIn();
  await connect(before, 'google_drive');
  for (const keys of [
    { SVC_SECRET_KEY: newKey as string, SVC_SECRET_KEY_PREVIOUS: oldKey as string },
    { SVC_SECRET_KEY: newKey as string },
  ]) {
    await first.stop();
    const next = await TestService.start({ env: { ...env, ...keys }, dataDir: first.dataDir });
    const again = await next.signIn();
    expect((await again.get('/api/v1/cloud-files/google_drive')).status).toBe(200);
    await next.stop();
  }
});

test('a drive that the operator has not set up says what is missing', async () => {
  const bare = await (await CalledService.shared()).signIn();
  for (const path of ['/api/v1/me/authorize/google_drive', '/api/v1/cloud-files/google_drive']) {
    const { status, body } = await bare.get(path);
    expect([status, body.detail]).toEqual([
      501,
      expect.stringContaining('SVC_GOOGLE_CLIENT_ID and SVC_GOOGLE_CLIENT_SECRET'),
    ]);
  }
  expect((await bare.delete('/api/v1/me/authorize/google_drive')).status).toBe(204);
  expect((await bare.get('/api/v1/me/authorize/dropbox')).status).toBe(422);
});

test('the other site gets no more than it needs to ask the user', async () => {
  const { searchParams } = new URL(await authorizeUrl(stranger, 'google_drive'));
  expect([...searchParams.keys()].sort()).toEqual([
    'access_type',
    'client_id',
    'code_challenge',
    'code_challenge_method',
    'prompt',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
  ]);
  expect(searchParams.get('redirect_uri')).toBe(`${world.service.url}/api/auth/drives/google_drive/callback`);
});
