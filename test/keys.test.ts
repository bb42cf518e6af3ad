import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

const KEYS = '/api/control/account/keys';
const everything = [
  'keys:read',
  'keys:mint',
  'keys:revoke',
  'account:read',
  'workspaces:read',
  'workspaces:create',
];

let service: CalledService;
let session: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  session = await service.signIn();
});

type Key = Api & { id: string };
async function mintKey(by: Api, body: Record<string, unknown>): Promise<Key> {
  const answer = await by.post(KEYS, body);
  expect(answer.status).toBe(201);
  return Object.assign(service.as(answer.body.key), { id: answer.body.id as string });
}
const workspace = async (name: string, more = {}) =>
  (await session.post('/api/control/workspaces', { name, ...more })).body.id as string;
const developerAccount = async (name: string) =>
  (await session.post('/api/control/accounts', { name })).body.id as string;
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe('minting', () => {
  test('a key has 600 requests a minute, no expiry, and shows its secret once', async () => {
    const { status, body } = await session.post(KEYS, { scopes: ['account:read'], name: 'robot' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^key_/),
      key: expect.stringMatching(/^svc_key_/),
      name: 'robot',
      resource: 'account',
      rate_limit_per_minute: 600,
      expires_at: null,
    });
    const listed = await session.get(KEYS);
    expect(ids(listed.body.keys)).toContain(body.id);
    expect(JSON.stringify(listed.body)).not.toContain(body.key);
  });

  test.each([
    [{ rate_limit_per_minute: 1 }, 201, ''],
    [{ rate_limit_per_minute: 10_000 }, 201, ''],
    [{ rate_limit_per_minute: 0 }, 422, '/rate_limit_per_minute'],
    [{ rate_limit_per_minute: 10_001 }, 422, '/rate_limit_per_minute'],
    [{ scopes: [] }, 422, '/scopes'],
    [{ scopes: undefined }, 422, '/scopes'],
    [{ name: 'n'.repeat(121) }, 422, '/name'],
  ])('with %j answers %s %s', async (fields, status, path) => {
    const answer = await session.post(KEYS, { scopes: ['account:read'], ...fields });
    expect([answer.status, answer.body.errors?.[0].path ?? '']).toEqual([status, path]);
  });

  test('a key cannot grant scopes that it does not have', async () => {
    const key = await mintKey(session, { scopes: ['keys:mint', 'account:read'] });
    const { body } = await key.post(KEYS, { scopes: ['account:read', 'billing:manage'] });
    expect(body).toMatchObject({ status: 403, missing_scope: 'billing:manage' });
    await mintKey(key, { scopes: ['account:read'] });
    const { body: token } = await key.post('/api/v1/me/tokens', { name: 'x', scopes: ['workbooks:read'] });
    expect(token).toMatchObject({ status: 403, missing_scope: 'workbooks:read' });
  });

  test('a key without keys:mint cannot mint', async () => {
    const key = await mintKey(session, { scopes: ['account:read'] });
    expect((await key.post(KEYS, { scopes: ['account:read'] })).body.missing_scope).toBe('keys:mint');
  });

  test('a pinned key mints only keys that are pinned to the same workspace', async () => {
    const [home, away] = [await workspace('Home'), await workspace('Away')];
    const pinned = await mintKey(session, { scopes: everything, workspace_id: home });
    const mint = async (workspace_id: string | undefined) =>
      (await pinned.post(KEYS, { scopes: ['keys:read'], workspace_id })).status;
    expect(await mint(home)).toBe(201);
    expect(await mint(away)).toBe(403);
    expect(await mint(undefined)).toBe(403);
  });

  test('a key cannot be pinned to a workspace that its account does not fund', async () => {
    const foreign = await workspace('Foreign', { account_id: await developerAccount('Owner of it') });
    for (const workspace_id of [foreign, 'ws_0', 'anything']) {
      const { status, body } = await session.post(KEYS, { scopes: ['keys:read'], workspace_id });
      expect([status, body.type]).toEqual([403, '/problems/outside-reach']);
    }
  });
});

describe('a pinned key', () => {
  test('sees only its workspace on the control plane and its workbooks on the data plane', async () => {
    const home = await workspace('Pinned');
    const key = await mintKey(session, {
      scopes: ['workspaces:read', 'workbooks:write'],
      workspace_id: home,
    });
    expect(ids((await key.get('/api/control/workspaces')).body.workspaces)).toEqual([home]);
    const made = await key.post('/api/v1/workbooks', { title: 'x' });
    expect(made.body.workspace_id).toBe(home);
    expect((await key.get(await session.workbook())).status).toBe(404);
    expect((await key.get('/api/v1/me')).body).toMatchObject({
      credential: { kind: 'key', id: key.id },
      resource: `workspace:${home}`,
    });
  });

  test('cannot provision workspaces', async () => {
    const pinned = await mintKey(session, { scopes: everything, workspace_id: await workspace('Base') });
    const { status, body } = await pinned.post('/api/control/workspaces', { name: 'x' });
    expect([status, body.type]).toEqual([403, '/problems/outside-reach']);
    const wide = await mintKey(session, { scopes: everything });
    expect((await wide.post('/api/control/workspaces', { name: 'By a key' })).status).toBe(201);
  });

  test('manages keys that are pinned to the same workspace, and itself', async () => {
    const [home, away] = [await workspace('Here'), await workspace('There')];
    const pinned = await mintKey(session, { scopes: everything, workspace_id: home });
    const sibling = await mintKey(session, { scopes: ['account:read'], workspace_id: home });
    const stranger = await mintKey(session, { scopes: ['account:read'], workspace_id: away });
    const wide = await mintKey(session, { scopes: ['account:read'] });
    expect(ids((await pinned.get(KEYS)).body.keys)).toEqual([sibling.id, pinned.id]);
    for (const key of [stranger, wide]) {
      expect((await pinned.delete(`${KEYS}/${key.id}`)).status).toBe(404);
      expect((await key.get('/api/control/account')).status).toBe(200);
    }
    expect((await pinned.delete(`${KEYS}/${sibling.id}`)).status).toBe(204);
    expect((await sibling.get('/api/control/account')).status).toBe(401);
    expect((await pinned.delete(`${KEYS}/${pinned.id}`)).status).toBe(204);
    expect((await pinned.get('/api/control/account')).status).toBe(401);
  });
});

test('the session and account-wide keys revoke any key of the account, a second time without effect', async () => {
  const wide = await mintKey(session, { scopes: ['keys:revoke'] });
  const keys = [
    await mintKey(session, { scopes: ['account:read'] }),
    await mintKey(session, { scopes: ['account:read'], workspace_id: await workspace('W') }),
  ];
  for (const [i, key] of keys.entries()) {
    const revoker = i === 0 ? session : wide;
    expect((await revoker.delete(`${KEYS}/${key.id}`)).status).toBe(204);
    expect((await key.get('/api/control/account')).status).toBe(401);
    expect((await revoker.delete(`${KEYS}/${key.id}`)).status).toBe(204);
  }
});

describe('accounts', () => {
  test('the default account always exists and comes first', async () => {
    const developer = await developerAccount('Later');
    const { body } = await session.get('/api/control/accounts?provision=false');
    expect(body.accounts[0]).toMatchObject({ kind: 'default' });
    expect(ids(body.accounts)).toContain(developer);
    expect((await session.get('/api/control/account')).body).toEqual(body.accounts[0]);
    const named = await session.get(`/api/control/account?account_id=${developer}`);
    expect(named.body).toMatchObject({ id: developer, name: 'Later', kind: 'developer' });
  });

  test('a key sees only its own account', async () => {
    const account = await developerAccount('Island');
    const key = await mintKey(session, { scopes: everything, account_id: account });
    expect(ids((await key.get('/api/control/accounts')).body.accounts)).toEqual([account]);
    expect((await key.get('/api/control/account')).body.id).toBe(account);
    const other = (await session.get('/api/control/account')).body.id;
    for (const path of ['account', 'account/keys', 'workspaces'])
      expect((await key.get(`/api/control/${path}?account_id=${other}`)).status).toBe(404);
    expect(ids((await key.get(KEYS)).body.keys)).toEqual([key.id]);
  });

  test('a sibling account needs the session of the owner', async () => {
    const key = await mintKey(session, { scopes: everything });
    const { status, body } = await key.post('/api/control/accounts', { name: 'x' });
    expect([status, body.type]).toEqual([403, '/problems/owner-session-required']);
  });

  test.each(['', 'n'.repeat(121)])('an account name of the wrong length is refused', async (name) => {
    const { status, body } = await session.post('/api/control/accounts', { name });
    expect([status, body.errors[0].path]).toEqual([422, '/name']);
  });
});

test('a session reaches the workspaces of all its accounts, the personal one first', async () => {
  const account = await developerAccount('Second home');
  const made = await workspace('Flat', { account_id: account, residency: 'eu' });
  const { workspaces } = (await session.get('/api/v1/me/workspaces')).body;
  expect(workspaces[0]).toMatchObject({ kind: 'personal', is_default: true });
  expect(workspaces).toContainEqual(
    expect.objectContaining({ id: made, name: 'Flat', residency: 'eu', is_default: false }),
  );
  const listed = await session.get(`/api/control/workspaces?account_id=${account}`);
  expect(ids(listed.body.workspaces)).toEqual([made]);
});

test('the control plane checks the scopes of each key', async () => {
  const key = await mintKey(session, { scopes: ['workbooks:read'] });
  const calls = [
    [await key.get('/api/control/account'), 'account:read'],
    [await key.get('/api/control/accounts'), 'account:read'],
    [await key.get(KEYS), 'keys:read'],
    [await key.delete(`${KEYS}/${key.id}`), 'keys:revoke'],
    [await key.get('/api/control/workspaces'), 'workspaces:read'],
    [await key.post('/api/control/workspaces', { name: 'x' }), 'workspaces:create'],
  ] as const;
  for (const [{ body }, scope] of calls) expect(body.missing_scope).toBe(scope);
});
