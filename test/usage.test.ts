import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { type Staffed, startWithMembers } from './support/members.js';
import type { TestService } from './support/service.js';

const TOKENS = '/api/v1/me/tokens';
const SERIES = '/api/control/account/usage/series';

let service: TestService;
/** Of the owner. */
let session: Api;
let members: Staffed<'viewer' | 'outsider'>['members'];
beforeAll(async () => {
  ({ service, owner: session, members } = await startWithMembers({ viewer: 'viewer', outsider: null }));
});
afterAll(() => service.dispose());

const today = () => new Date().toISOString().slice(0, 10);

async function mint(name: string, more: object = {}): Promise<{ id: string; api: Api }> {
  const { body } = await session.post(TOKENS, { name, ...more });
  return { id: body.id, api: service.as(body.token) };
}

async function latest(api: Api, accountId?: string) {
  const { body } = await api.get(`${SERIES}?days=2${accountId ? `&account_id=${accountId}` : ''}`);
  return body.series.at(-1);
}

test('tells the requests of each token by day, those refused included', async () => {
  const busy = await mint('busy', { scopes: ['workbooks:read', 'keys:read'] });
  const idle = await mint('idle');
  const once = await mint('once');
  await busy.api.get('/api/v1/me');
  expect((await busy.api.get('/api/v1/workbooks/wb_none')).status).toBe(404);
  await once.api.get('/api/v1/me');
  for (const reader of [session, busy.api]) {
    const { body } = await reader.get('/api/v1/me/usage?days=7');
    expect(body.days).toHaveLength(7);
    expect(body.days.at(-1)).toMatchObject({ day: today() });
    const requests = Object.fromEntries(
      body.days.at(-1).tokens.map((token: { id: string; requests: number }) => [token.id, token.requests]),
    );
    expect(requests).toMatchObject({ [busy.id]: 2, [once.id]: 1 });
    expect(requests[idle.id]).toBeUndefined();
  }
  expect((await session.get('/api/v1/me/usage')).body.days).toHaveLength(30);
  // Without the scope that lists tokens, a token is told of itself alone.
  const { body } = await once.api.get('/api/v1/me/usage?days=1');
  expect(body.days).toEqual([{ day: today(), tokens: [{ id: once.id, name: 'once', requests: 1 }] }]);
  for (const days of [0, 366, 1.5])
    expect((await session.get(`/api/v1/me/usage?days=${days}`)).status).toBe(422);
});

test('tells what an account used today, and keeps accounts apart', async () => {
  const { body: account } = await session.post('/api/control/accounts', { name: 'Apart' });
  expect(await latest(session, account.id)).toEqual({
    day: today(),
    requests: 0,
    ops: 0,
    credits: 0,
    storage_bytes: 0,
    tables: 0,
  });
  await session.post('/api/control/workspaces', { name: 'Work', account_id: account.id });
  const { api } = await mint('worker', { account_id: account.id, scopes: ['workbooks:write'] });
  const workbook = await api.workbook();
  const content = 'Region,Amount\nNorth,10\nSouth,20\n';
  await api.upload(`${workbook}/sources`, { name: 'sales.csv', content });
  const ofOthers = await latest(session);
  const used = await latest(session, account.id);
  const { body: ops } = await session.get(`${workbook}/ops`);
  expect(used).toMatchObject({ requests: 5, ops: ops.ops.length, credits: 1, tables: 1 });
  expect(used.storage_bytes).toBeGreaterThan(content.length);
  // The session has read the ops of the workbook since, which counts for its account.
  expect(await latest(session, account.id)).toMatchObject({ requests: 7, ops: used.ops });
  expect(await latest(session)).toMatchObject({ credits: ofOthers.credits, ops: ofOthers.ops });
});

test('a deleted workbook stores nothing', async () => {
  const { body: account } = await session.post('/api/control/accounts', { name: 'Deleting' });
  await session.post('/api/control/workspaces', { name: 'Work', account_id: account.id });
  const { api } = await mint('worker', {
    account_id: account.id,
    scopes: ['workbooks:write', 'workbooks:delete'],
  });
  const content = 'Region,Amount\nNorth,10\n';
  const workbook = await api.workbook();
  await api.upload(`${workbook}/sources`, { name: 'a.csv', content }, { mode: 'staged' });
  expect(await latest(session, account.id)).toMatchObject({ storage_bytes: content.length, tables: 0 });
  await api.delete(workbook);
  expect(await latest(session, account.id)).toMatchObject({ storage_bytes: 0 });
});

test('a member counts for the account of the workbook, whoever is refused for their own', async () => {
  const workbook = await session.workbook();
  const file = { name: 'a.csv', content: 'a,b\n1,2\n' };
  await session.upload(`${workbook}/sources`, file, { structuring: 'skip' });
  const before = (await latest(session)).requests;
  const { body: result } = await members.viewer.api.post(`${workbook}/query`, { sql: 'select * from a' });
  expect((await members.viewer.api.get(`/api/v1/results/${result.id}`)).status).toBe(200);
  expect((await members.viewer.api.patch(workbook, { title: 'Mine' })).status).toBe(403);
  expect((await members.outsider.api.get(workbook)).status).toBe(404);
  // The two of the viewer, and the reading of the series itself.
  expect((await latest(session)).requests).toBe(before + 3);
});

test('an account key reads the usage of its account, a pinned one does not', async () => {
  const key = async (more: object) =>
    service.as(
      (await session.post('/api/control/account/keys', { scopes: ['account:read'], ...more })).body.key,
    );
  expect(await latest(await key({}))).toMatchObject({ day: today() });
  const { body: workspace } = await session.post('/api/control/workspaces', { name: 'Pinned' });
  expect((await (await key({ workspace_id: workspace.id })).get(SERIES)).status).toBe(403);
  expect((await session.get(`${SERIES}?account_id=acc_none`)).status).toBe(404);
});
