import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let owner: Api;
/** The same user without the right to configure governance. */
let reader: Api;
let workbook: string;
let people: string;
let workspaceUsers: string;

beforeAll(async () => {
  service = await CalledService.shared();
  owner = await service.signIn();
  reader = await owner.mintWriter();
  const { body } = await owner.get('/api/v1/me');
  workspaceUsers = `/api/control/workspaces/${body.workspace_id}/users`;
});

beforeEach(async () => {
  await setRoles([]);
  workbook = await owner.workbook();
  people = `${workbook}/tables/people`;
  const columns = [{ name: 'name' }, { name: 'email' }, { name: 'salary', type: 'BIGINT' }];
  await owner.post(`${workbook}/tables`, { name: 'people', columns });
  const rows = [{ name: 'Ann', email: 'ann@x.org', salary: 300 }];
  await owner.post(`${people}/rows/upsert`, { rows, expected_version: 1 });
});

const tag = (column: string, name: string, headers = {}) =>
  owner.post(`${people}/columns/${column}/tags`, { tag: name }, headers);
const setRule = (name: string, effect: string, role?: string) =>
  owner.put(`${workbook}/policies/${encodeURIComponent(name)}`, { effect, role });

async function setRoles(roles: string[]) {
  const { body } = await owner.get(workspaceUsers);
  return await owner.put(`${workspaceUsers}/${body.users[0].id}/roles`, { roles });
}

const columnsSeen = async () =>
  (await reader.get(`${people}/columns`)).body.columns.map(
    ({ name, masked }: { name: string; masked: boolean }) => (masked ? `[${name}]` : name),
  );

describe('tags and rules', () => {
  test('decide what rows, queries and exports show, and roles can be exempt', async () => {
    await tag('email', 'pii');
    await tag('salary', 'pay');
    expect((await setRule('pii', 'mask')).body).toMatchObject({
      tag: 'pii',
      role: '*',
      effect: 'mask',
      tagged_columns: 1,
    });
    await setRule('pay', 'deny');
    expect((await reader.get(`${people}/rows`)).body).toMatchObject({
      rows: [{ name: 'Ann', email: null, __svc_row_id: 1 }],
      masked_columns: ['email'],
    });
    const sql = 'select email, salary from people';
    expect((await reader.post(`${workbook}/query`, { sql })).status).toBe(422);
    const csv = await reader.post(`${workbook}/export`, { tables: ['people'], format: 'csv' });
    expect(csv.headers.get('x-svc-masked-columns')).toContain('email');
    expect(csv.headers.get('x-svc-denied-columns')).toContain('salary');
    expect(csv.body).toBe('name,email,__svc_row_id\r\nAnn,,1\r\n');

    await setRule('pii', 'allow', 'HR');
    await setRule('pay', 'allow', 'hr');
    expect((await setRoles(['hr'])).body).toMatchObject({
      base_role: 'admin',
      custom_roles: ['hr'],
      effective_roles: ['admin', 'hr'],
    });
    expect((await reader.post(`${workbook}/query`, { sql })).body.rows).toEqual([
      { email: 'ann@x.org', salary: 300 },
    ]);
    await setRule('pay', 'mask', 'admin');
    expect(await columnsSeen()).toEqual(['name', 'email', '[salary]']);
  });

  test('are set, listed page by page and removed', async () => {
    const first = await tag('email', ' PII ', { 'idempotency-key': 'tag-1' });
    expect(first.body).toMatchObject({ table: 'people', column: 'email', tag: 'pii', tags: ['pii'] });
    expect((await tag('email', ' PII ', { 'idempotency-key': 'tag-1' })).body).toEqual(first.body);
    expect((await tag('email', 'pii')).body).toMatchObject({ tags: ['pii'], op_id: null });
    await tag('email', '人事/給与');
    await setRule('人事/給与', 'mask');
    await setRule('人事/給与', 'allow', 'hr');
    await setRule('pii', 'deny');
    const page = (await owner.get(`${workbook}/policies?limit=2`)).body;
    expect(page.policies.map(({ tag }: { tag: string }) => tag)).toEqual(['pii', '人事/給与']);
    const next = (await owner.get(`${workbook}/policies?cursor=${page.next_cursor}`)).body;
    expect(next).toEqual({
      policies: [{ tag: '人事/給与', role: 'hr', effect: 'allow', influence: null }],
      next_cursor: null,
    });

    const rule = `${workbook}/policies/${encodeURIComponent('人事/給与')}`;
    expect((await owner.delete(`${rule}?role=hr&actor=steward`)).body.removed).toHaveLength(1);
    expect((await owner.delete(`${rule}?role=hr`)).status).toBe(404);
    expect((await owner.delete(rule)).body.removed).toEqual([
      { tag: '人事/給与', role: '*', effect: 'mask', influence: 'allow' },
    ]);
    expect(await columnsSeen()).toEqual(['name', 'salary']);
    const tags = `${people}/columns/email/tags`;
    expect((await owner.delete(`${tags}/pii?actor=steward`)).body.tags).toEqual(['人事/給与']);
    expect((await owner.delete(`${tags}/pii`)).status).toBe(404);
    expect(await columnsSeen()).toEqual(['name', 'email', 'salary']);
    expect((await owner.get(`${workbook}/ops?limit=1`)).body.ops[0]).toMatchObject({
      kind: 'column.untag',
      actor: 'steward',
    });
  });

  test('are inherited by derived columns, which name their origin', async () => {
    await owner.post(`${workbook}/transforms`, {
      name: 'twice',
      kind: 'sql',
      code: 'select name, salary * 2 as double from {{ t }}',
      args: { t: 'people' },
      output: 'twice',
    });
    await tag('salary', 'pay');
    const { body } = await reader.get(`${workbook}/classifications`);
    const own = { table: 'people', column: 'salary', tag: 'pay', own: true, inherited_from: null };
    const source = { table: 'people', column: 'salary', artifact_id: expect.any(String) };
    expect(body.classifications).toMatchObject([
      own,
      { table: 'twice', column: 'double', tag: 'pay', own: false, inherited_from: [source] },
    ]);
    const first = (await reader.get(`${workbook}/classifications?limit=1`)).body;
    expect(first.classifications).toMatchObject([own]);
    const rest = await reader.get(`${workbook}/classifications?cursor=${first.next_cursor}`);
    expect(rest.body.classifications).toHaveLength(1);
    expect((await owner.delete(`${workbook}/tables/twice/columns/double/tags/pay`)).body).toMatchObject({
      status: 404,
      detail: expect.stringContaining('inherits'),
    });
    await setRule('pay', 'deny');
    expect((await reader.get(`${workbook}/tables/twice/rows`)).body.rows).toMatchObject([{ name: 'Ann' }]);
    expect((await reader.get(`${workbook}/classifications`)).body.classifications).toEqual([]);
    expect((await owner.get(`${workbook}/classifications`)).body.classifications).toHaveLength(2);
  });

  test('can only be changed with governance:configure, and need valid names', async () => {
    const refused = [
      await reader.post(`${people}/columns/email/tags`, { tag: 'pii' }),
      await reader.delete(`${people}/columns/email/tags/pii`),
      await reader.put(`${workbook}/policies/pii`, { effect: 'mask' }),
      await reader.delete(`${workbook}/policies/pii`),
    ];
    for (const { status, body } of refused)
      expect([status, body.missing_scope]).toEqual([403, 'governance:configure']);
    for (const name of ['', ' ', 'a\nb', 'x'.repeat(121), '*'])
      expect((await tag('email', name)).status, JSON.stringify(name)).toBe(422);
    expect((await setRule('pii', 'hide')).status).toBe(422);
    expect((await setRule('pii', 'mask', 'a,b')).status).toBe(422);
    expect((await tag('nothing', 'pii')).status).toBe(404);
  });
});

describe('access', () => {
  const effects = ({ columns }: { columns: Record<string, unknown>[] }, key = 'effect') =>
    Object.fromEntries(columns.map((column) => [column.column, column[key]]));

  test('shows what a role sees now, and what it would see under a proposed rule', async () => {
    await tag('email', 'pii');
    await setRule('pii', 'mask');
    const { body } = await owner.get(`${people}/access?role=viewer&tag=pii&effect=deny`);
    expect(body).toMatchObject({
      table: 'people',
      roles: ['viewer'],
      proposed_rule: { tag: 'pii', role: 'viewer', effect: 'deny' },
    });
    expect(effects(body)).toEqual({ name: 'clear', email: 'mask', salary: 'clear' });
    expect(effects(body, 'proposed_effect')).toEqual({ name: 'clear', email: 'deny', salary: 'clear' });
    expect(body.columns[1]).toMatchObject({
      tags: [{ tag: 'pii', own: true, inherited_from: null }],
      decided_by: { tag: 'pii', role: '*', effect: 'mask' },
      proposed_decided_by: { tag: 'pii', role: 'viewer', effect: 'deny' },
    });
    const both = await owner.get(`${people}/access?role=hr,temp&tag=pii&effect=allow&rule_role=hr`);
    expect(effects(both.body, 'proposed_effect')).toMatchObject({ email: 'clear' });
    expect((await owner.get(`${people}/access?tag=pii`)).status).toBe(422);
    expect(await columnsSeen()).toEqual(['name', '[email]', 'salary']);
  });

  test('hides columns that are denied to the caller, unless the caller configures governance', async () => {
    await tag('salary', 'pay');
    await setRule('pay', 'deny');
    const seen = async (api: Api) => effects((await api.get(`${people}/access`)).body);
    expect(await seen(reader)).toEqual({ name: 'clear', email: 'clear' });
    expect(await seen(owner)).toEqual({ name: 'clear', email: 'clear', salary: 'deny' });
  });
});

test('writing a denied column gives the same answer as writing one that never existed', async () => {
  await tag('salary', 'pay');
  const write = async (column: string) =>
    (await reader.post(`${people}/rows/upsert`, { rows: [{ [column]: 1 }], expected_version: null })).body;
  expect((await write('bonus')).status).toBe(422);
  await setRule('pay', 'deny');
  const [denied, never] = [await write('salary'), await write('bonus')];
  expect([denied.status, never.status]).toEqual([403, 403]);
  expect(denied.detail.replace('salary', 'bonus')).toBe(never.detail);
});

describe('roles of members', () => {
  test('need names that are not base roles', async () => {
    for (const role of ['admin', 'Editor', 'viewer', '*', 'a,b', ' '])
      expect((await setRoles([role])).status, role).toBe(422);
    expect((await setRoles(['HR', 'hr ', 'audit'])).body.custom_roles).toEqual(['hr', 'audit']);
  });

  test('can only be set for a member, in a workspace within reach', async () => {
    expect((await owner.put(`${workspaceUsers}/usr_x/roles`, { roles: [] })).status).toBe(404);
    expect((await owner.get('/api/control/workspaces/ws_x/users')).status).toBe(403);
    const created = await owner.post('/api/control/account/keys', { scopes: ['workspaces:read'] });
    const key = service.as(created.body.key);
    const { body } = await key.get(workspaceUsers);
    expect(body.users).toMatchObject([{ base_role: 'admin', email: service.user.email }]);
    const refused = await key.put(`${workspaceUsers}/${body.users[0].id}/roles`, { roles: ['hr'] });
    expect([refused.status, refused.body.missing_scope]).toEqual([403, 'workspaces:configure']);
  });
});
