import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { type Member, startWithMembers } from './support/members.js';
import { setUpApp } from './support/second-factor.js';
import type { TestService } from './support/service.js';

let service: TestService;
let owner: Api;
let ann: Member;
let workspace: string;
let workbook: string;
beforeAll(async () => {
  const staffed = await startWithMembers({ ann: 'editor' });
  ({ service, owner } = staffed);
  ann = staffed.members.ann;
  workspace = `/api/control/workspaces/${(await owner.get('/api/v1/me')).body.workspace_id}`;
  workbook = await owner.workbook('Ledger');
  await owner.upload(`${workbook}/sources`, { name: 'sales.csv', content: 'amount\n120\n' });
});
afterAll(() => service?.dispose());

const requireFactor = (required: boolean) => owner.patch(workspace, { second_factor_required: required });
const titles = async (api: Api) =>
  (await api.get('/api/v1/me/workbooks')).body.workbooks.map(({ title }: { title: string }) => title);

test('a workspace requires a second factor, of tokens too, until the member has set one up', async () => {
  const token = service.as(
    (
      await ann.api.post('/api/v1/me/tokens', {
        name: 'nightly',
        resource: `workspace:${workspace.split('/').at(-1)}`,
        scopes: ['workbooks:read'],
      })
    ).body.token,
  );
  expect((await token.get(workbook)).status).toBe(200);
  const without = await requireFactor(true);
  expect([without.status, without.body.type]).toEqual([403, '/problems/second-factor-missing']);

  await setUpApp(owner);
  expect((await requireFactor(true)).body.second_factor_required).toBe(true);
  expect((await owner.get(workbook)).status).toBe(200);
  for (const api of [ann.api, token]) {
    const { status, body } = await api.get(`${workbook}/tables`);
    expect([status, body.type]).toEqual([403, '/problems/second-factor-missing']);
    expect(body.suggested_fix).toContain('POST /api/auth/totp');
    expect(await titles(api)).not.toContain('Ledger');
  }
  const seen = (await ann.api.get('/api/v1/me/workspaces')).body.workspaces;
  expect(seen).toContainEqual(expect.objectContaining({ second_factor_required: true }));

  // One that is only begun is none.
  await ann.api.post('/api/auth/totp');
  expect((await ann.api.get(workbook)).status).toBe(403);
  await setUpApp(ann.api);
  for (const api of [ann.api, token]) expect((await api.get(workbook)).status).toBe(200);
  expect(await titles(ann.api)).toContain('Ledger');
  await ann.api.delete('/api/auth/totp');
  expect((await token.get(workbook)).status).toBe(403);
  expect((await requireFactor(false)).status).toBe(200);
  expect((await token.get(workbook)).status).toBe(200);
});
