import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

const TOKENS = '/api/v1/me/tokens';
const DAY_MS = 24 * 60 * 60 * 1000;

let service: CalledService;
let session: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  session = await service.signIn();
});

const workspace = async (name: string, more = {}) =>
  (await session.post('/api/control/workspaces', { name, ...more })).body.id as string;
const developerAccount = async (name: string) =>
  (await session.post('/api/control/accounts', { name })).body.id as string;
const idOf = (path: string) => path.split('/').at(-1) as string;

describe('minting', () => {
  test('a token by default reads workbooks of the account for 90 days', async () => {
    const { status, body } = await session.post(TOKENS, { name: 'plain' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^tok_/),
      name: 'plain',
      scopes: ['workbooks:read'],
      resource: 'account',
      rate_limit_per_minute: 600,
      revoked_at: null,
    });
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(90 * DAY_MS);
    const me = await service.as(body.token).get('/api/v1/me');
    const account = await session.get('/api/control/account');
    expect(me.body).toMatchObject({ account_id: account.body.id, account_name: account.body.name });
  });

  test('the plaintext is only in the answer to its creation', async () => {
    const { body } = await session.post(TOKENS, { name: 'secret' });
    expect(body.token).toMatch(/^svc_pat_.{40,}$/);
    expect(body.token.startsWith(body.prefix)).toBe(true);
    const listed = await session.get(TOKENS);
    const found = listed.body.tokens.find(({ id }: { id: string }) => id === body.id);
    expect(found).toMatchObject({ name: 'secret', prefix: body.prefix });
    expect(JSON.stringify(listed.body)).not.toContain(body.token.slice(0, body.prefix.length + 1));
  });

  test.each([
    [1, 201],
    [365, 201],
    [null, 201],
    [0, 422],
    [366, 422],
    [1.5, 422],
    ['7', 422],
  ])('expires_in_days %s answers %s', async (days, status) => {
    const answer = await session.post(TOKENS, { name: 'x', expires_in_days: days });
    expect(answer.status).toBe(status);
    if (status === 422) expect(answer.body.errors[0].path).toBe('/expires_in_days');
    else {
      const lives = Date.parse(answer.body.expires_at) - Date.parse(answer.body.created_at);
      expect(lives).toBe(Number(days ?? 90) * DAY_MS);
    }
  });

  test('an unknown scope or resource is refused by name', async () => {
    const scope = await session.post(TOKENS, { name: 'x', scopes: ['everything'] });
    expect([scope.status, scope.body.errors[0].path]).toEqual([422, '/scopes/0']);
    const resource = await session.post(TOKENS, { name: 'x', resource: 'planet' });
    expect([resource.status, resource.body.errors[0].path]).toEqual([422, '/resource']);
  });

  test('a token cannot grant a scope that it does not have, except read if it may write', async () => {
    const minter = await session.mint(['keys:mint', 'workbooks:write']);
    const beyond = await minter.post(TOKENS, { name: 'x', scopes: ['workbooks:read', 'workbooks:delete'] });
    expect(beyond.body).toMatchObject({
      status: 403,
      type: '/problems/insufficient-scope',
      missing_scope: 'workbooks:delete',
    });
    expect((await minter.post(TOKENS, { name: 'x', scopes: ['workbooks:read'] })).status).toBe(201);
  });

  test('a token cannot grant reach beyond its own', async () => {
    const [inside, outside] = [await workspace('Inside'), await workspace('Outside')];
    const minter = await session.mint(['keys:mint', 'workbooks:write'], { resource: `workspace:${inside}` });
    const workbook = idOf(await minter.workbook());
    const mint = async (resource: string | null) =>
      (await minter.post(TOKENS, { name: 'x', resource })).status;
    expect(await mint(`workspace:${inside}`)).toBe(201);
    expect(await mint(`workbook:${workbook}`)).toBe(201);
    expect(await mint(`workspace:${outside}`)).toBe(403);
    expect(await mint(`workbook:${idOf(await session.workbook())}`)).toBe(403);
    expect(await mint('account')).toBe(403);
    expect(await mint(null)).toBe(403);
  });

  test('a resource outside the account is refused, whether or not it exists', async () => {
    const foreign = await workspace('Foreign', { account_id: await developerAccount('Other') });
    for (const resource of [`workspace:${foreign}`, 'workspace:ws_0', 'workbook:wb_0', 'workbook:?']) {
      const { status, body } = await session.post(TOKENS, { name: 'x', resource });
      expect([resource, status, body.type]).toEqual([resource, 403, '/problems/outside-reach']);
    }
  });
});

describe('revoking', () => {
  test('takes effect at once, and a second time changes nothing', async () => {
    const { body } = await session.post(TOKENS, { name: 'short-lived' });
    const token = service.as(body.token);
    expect((await token.get('/api/v1/me')).status).toBe(200);
    expect((await session.delete(`${TOKENS}/${body.id}`)).status).toBe(204);
    expect((await token.get('/api/v1/me')).body.type).toBe('/problems/unauthenticated');
    const revokedAt = async () =>
      (await session.get(TOKENS)).body.tokens.find(({ id }: { id: string }) => id === body.id).revoked_at;
    const first = await revokedAt();
    expect(first).not.toBeNull();
    expect((await session.delete(`${TOKENS}/${body.id}`)).status).toBe(204);
    expect(await revokedAt()).toBe(first);
  });

  test('an unknown token is not found', async () => {
    expect((await session.delete(`${TOKENS}/tok_0`)).body.type).toBe('/problems/not-found');
  });
});

describe('scopes', () => {
  test('write implies read within its resource', async () => {
    const writer = await session.mint(['workbooks:write']);
    expect((await writer.get(await writer.workbook())).status).toBe(200);
  });

  test('a missing scope is named', async () => {
    const reader = await session.mint(['workbooks:read']);
    const workbook = await session.workbook();
    const calls = [
      [await reader.post('/api/v1/workbooks', { title: 'x' }), 'workbooks:write'],
      [await reader.delete(workbook), 'workbooks:delete'],
      [await reader.post(TOKENS, { name: 'x' }), 'keys:mint'],
      [await reader.get(TOKENS), 'keys:read'],
    ] as const;
    for (const [{ status, body }, scope] of calls) {
      expect([status, body.type, body.missing_scope]).toEqual([403, '/problems/insufficient-scope', scope]);
    }
    const writer = await session.mint(['workbooks:write']);
    expect((await writer.delete(workbook)).body.missing_scope).toBe('workbooks:delete');
  });

  test('a token without scopes can still read /me', async () => {
    const bare = await session.mint([]);
    expect((await bare.get('/api/v1/me')).body.scopes).toEqual([]);
    expect((await bare.get('/api/v1/me/workbooks')).status).toBe(403);
  });

  test('no token works on the control plane, even with its scopes', async () => {
    const token = await session.mint(['account:read', 'keys:read', 'workspaces:read']);
    for (const path of ['account', 'accounts', 'account/keys', 'workspaces']) {
      expect((await token.get(`/api/control/${path}`)).body.type).toBe('/problems/forbidden');
    }
  });
});

describe('reach', () => {
  test('a token for one workbook sees only that one', async () => {
    const [mine, other] = [await session.workbook(), await session.workbook()];
    const token = await session.mint(['workbooks:write', 'workbooks:delete'], {
      resource: `workbook:${idOf(mine)}`,
    });
    expect((await token.get(mine)).status).toBe(200);
    for (const answer of [
      await token.get(other),
      await token.get(`${other}/tables`),
      await token.delete(other),
    ])
      expect([answer.status, answer.body.type]).toEqual([404, '/problems/not-found']);
    const listed = await token.get('/api/v1/me/workbooks');
    expect(listed.body.workbooks.map(({ id }: { id: string }) => id)).toEqual([idOf(mine)]);
    expect((await token.post('/api/v1/workbooks', { title: 'x' })).body.type).toBe('/problems/outside-reach');
  });

  test('a token for one workspace lists and creates there', async () => {
    const [home, away] = [await workspace('Home'), await workspace('Away')];
    const elsewhere = await session.workbook();
    const token = await session.mint(['workbooks:write'], { resource: `workspace:${home}` });
    const made = await token.post('/api/v1/workbooks', { title: 'Lands at home' });
    expect(made.body.workspace_id).toBe(home);
    const listed = await token.get('/api/v1/me/workbooks');
    expect(listed.body.workbooks.map(({ id }: { id: string }) => id)).toEqual([made.body.id]);
    const workspaces = await token.get('/api/v1/me/workspaces');
    expect(workspaces.body.workspaces.map(({ id }: { id: string }) => id)).toEqual([home]);
    expect((await token.get(elsewhere)).status).toBe(404);

    const refused = [
      await token.get(`/api/v1/me/workbooks?workspace_id=${away}`),
      await token.get('/api/v1/me/workbooks?workspace_id=personal'),
      await token.post('/api/v1/workbooks', { title: 'x', workspace_id: away }),
    ];
    for (const { status, body } of refused)
      expect([status, body.type]).toEqual([403, '/problems/outside-reach']);
  });

  test('a workspace that does not exist is outside everyone’s reach', async () => {
    expect((await session.get('/api/v1/me/workbooks?workspace_id=ws_0')).status).toBe(403);
    expect((await session.post('/api/v1/workbooks', { title: 'x', workspace_id: 'ws_0' })).status).toBe(403);
  });
});

describe('accounts', () => {
  test('a token of a developer account without a workspace cannot create workbooks', async () => {
    const account = await developerAccount('Bare');
    const token = await session.mint(['workbooks:write'], { account_id: account });
    expect((await token.get('/api/v1/me')).body).toMatchObject({
      account_id: account,
      account_name: 'Bare',
      workspace_id: null,
    });
    const { status, body } = await token.post('/api/v1/workbooks', { title: 'x' });
    expect([status, body.type]).toEqual([409, '/problems/no-workspace']);
  });

  test('a token works only in its own account, and creates in its oldest workspace', async () => {
    const account = await developerAccount('Shop');
    const first = await workspace('First', { account_id: account });
    await workspace('Second', { account_id: account });
    const token = await session.mint(['workbooks:write', 'keys:mint'], { account_id: account });
    const made = await token.post('/api/v1/workbooks', { title: 'x' });
    expect(made.body.workspace_id).toBe(first);
    expect((await token.get('/api/v1/me')).body.workspace_id).toBe(first);
    expect((await token.get(await session.workbook('In the default account'))).status).toBe(404);
    expect((await token.get('/api/v1/me/workbooks')).body.workbooks).toHaveLength(1);
    const minted = await token.post(TOKENS, { name: 'x' });
    expect(minted.body.account_id).toBe(account);
    const other = (await session.get('/api/control/account')).body.id;
    expect((await token.post(TOKENS, { name: 'x', account_id: other })).status).toBe(404);
  });
});
