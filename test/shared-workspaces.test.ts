import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Agent } from './support/agent.js';
import type { Api } from './support/api.js';
import { acceptNotices, startWithMembers } from './support/members.js';
import { owner as ownersLogin, type TestService } from './support/service.js';

const TOKENS = '/api/v1/me/tokens';
const KEYS = '/api/control/account/keys';

let service: TestService;
let owner: Api;
let admin: Api;
let editor: Api;
let viewer: Api;
let stranger: Api;
let viewerId: string;
/** The workspace that they share. */
let workspaceId: string;
let workspace: string;

beforeAll(async () => {
  const roles = { admin: 'admin', editor: 'editor', viewer: 'viewer', stranger: null } as const;
  const staffed = await startWithMembers(roles);
  ({ service, owner } = staffed);
  [admin, editor, viewer, stranger] = (['admin', 'editor', 'viewer', 'stranger'] as const).map(
    (name) => staffed.members[name].api,
  ) as [Api, Api, Api, Api];
  viewerId = staffed.members.viewer.id;
  workspaceId = (await owner.get('/api/v1/me')).body.workspace_id;
  workspace = `/api/control/workspaces/${workspaceId}`;
});
afterAll(() => service.dispose());

const idOf = (path: string) => path.split('/').at(-1) as string;

/** The path of a workbook in the shared workspace, with a table. */
async function workbookOf(api: Api, more: Record<string, unknown> = {}): Promise<string> {
  const { body } = await api.post('/api/v1/workbooks', {
    title: 'Plans',
    workspace_id: workspaceId,
    ...more,
  });
  const path = `/api/v1/workbooks/${body.id}`;
  await api.post(`${path}/tables`, { name: 'secret plans', columns: [{ name: 'a' }] });
  return path;
}

async function key(more: Record<string, unknown> = {}): Promise<Api> {
  const scopes = ['workbooks:write', 'workspaces:read', 'workbooks:delete'];
  return service.as((await owner.post(KEYS, { scopes, ...more })).body.key);
}

/** Where a caller finds the workbook among what lists, searches and tools show. */
async function findsIn(api: Api, path: string): Promise<string[]> {
  const id = idOf(path);
  const lists = {
    workbooks: '/api/v1/me/workbooks?limit=1000',
    'of workspace': `/api/v1/me/workbooks?limit=1000&workspace_id=${workspaceId}`,
    data: '/api/v1/me/data?limit=1000',
    search: '/api/v1/search?q=secret&limit=1000',
    tables: `${path}/tables`,
    'audit log': `${path}/audit-log`,
    ...(!api.token?.startsWith('svc_pat') && { 'control plane': `${workspace}/workbooks?limit=1000` }),
  };
  const found: string[] = [];
  for (const [name, list] of Object.entries(lists)) {
    const { status, body } = await api.get(list);
    if (status === 200 && JSON.stringify(body).includes(id)) found.push(name);
  }
  const agent = await Agent.connect(api);
  const { body } = await agent.call('list_workbooks');
  if (JSON.stringify(body).includes(id)) found.push('tool');
  return found;
}

describe('a private workbook', () => {
  let path: string;
  beforeAll(async () => {
    path = await workbookOf(editor, { visibility: 'private' });
  });
  const everywhere = [
    'workbooks',
    'of workspace',
    'data',
    'search',
    'tables',
    'audit log',
    'control plane',
    'tool',
  ];

  test('is there for its owner and for keys of the whole account', async () => {
    expect((await editor.get(path)).body.visibility).toBe('private');
    expect(await findsIn(editor, path)).toEqual(everywhere);
    expect(await findsIn(await key(), path)).toEqual(everywhere);
    const pinned = await editor.mint(['workbooks:read'], { resource: `workbook:${idOf(path)}` });
    expect((await pinned.get(path)).status).toBe(200);
  });

  test('does not exist for anybody else, the owner of the account included', async () => {
    const others = [
      owner,
      admin,
      viewer,
      await key({ workspace_id: workspaceId }),
      await owner.mint(['workbooks:read']),
    ];
    for (const api of others) {
      expect((await api.get(path)).body.type).toBe('/problems/not-found');
      expect(await findsIn(api, path)).toEqual([]);
    }
    const resource = `workbook:${idOf(path)}`;
    expect((await owner.post(TOKENS, { name: 'x', resource })).body.type).toBe('/problems/outside-reach');
    expect((await stranger.get(path)).status).toBe(404);
  });

  test('is shared, and made private again, by its owner alone', async () => {
    expect((await (await key()).patch(path, { visibility: 'workspace' })).status).toBe(403);
    expect((await editor.patch(path, { visibility: 'workspace' })).body.visibility).toBe('workspace');
    expect(await findsIn(viewer, path)).toEqual(everywhere);
    for (const api of [owner, admin, viewer])
      expect((await api.patch(path, { visibility: 'private' })).status).toBe(403);
    await editor.patch(path, { visibility: 'private' });
    expect(await findsIn(admin, path)).toEqual([]);
  });

  test('keeps its title from those who end its links', async () => {
    const sheet = `${path}/sheets/Open%20page`;
    await editor.put(sheet, { spec: { blocks: [{ kind: 'heading', text: 'Open' }] } });
    const { id } = (await editor.post(`${sheet}/links`)).body;
    const all = `/api/v1/workspaces/${workspaceId}/links`;
    expect((await admin.get(all)).body.links).toMatchObject([
      { id, subject: 'Open page', workbook_title: null },
    ]);
    expect((await editor.get(all)).body.links).toMatchObject([{ id, workbook_title: 'Plans' }]);
    expect((await viewer.get(all)).body.links).toEqual([]);
    expect((await admin.delete(`${all}/${id}`)).status).toBe(204);
  });

  test('stays unnamed in the log of the account once it is deleted', async () => {
    const hidden = await workbookOf(editor, { title: 'Hush', visibility: 'private' });
    expect((await editor.delete(hidden)).status).toBe(204);
    expect(JSON.stringify((await owner.get('/api/control/account/audit-log')).body)).not.toContain('Hush');
  });
});

test('a workbook is deleted by its owner or the owner of the account, not by another admin', async () => {
  const [one, other] = [await workbookOf(editor), await workbookOf(editor)];
  expect((await admin.delete(one)).status).toBe(403);
  expect((await editor.delete(one)).status).toBe(204);
  expect((await owner.delete(other)).status).toBe(204);
});

describe('the token of a member', () => {
  let path: string;
  beforeEach(async () => {
    path = await workbookOf(owner);
  });
  const scopes = ['workbooks:write', 'workbooks:delete', 'governance:configure', 'keys:mint'];

  test('works in the account of the workspace, with what the member may do', async () => {
    const token = await editor.mint(scopes, { resource: `workspace:${workspaceId}` });
    const { body: me } = await token.get('/api/v1/me');
    expect(me).toMatchObject({ workspace_id: workspaceId, resource: `workspace:${workspaceId}` });
    expect(me.account_id).toBe((await owner.get('/api/v1/me')).body.account_id);
    expect((await token.patch(path, { title: 'New' })).status).toBe(200);
    expect((await token.put(`${path}/policies/x`, { effect: 'mask' })).body.type).toBe('/problems/forbidden');
    const { body: made } = await token.post('/api/v1/workbooks', { title: 'By token' });
    expect(made.workspace_id).toBe(workspaceId);
    expect((await token.get('/api/v1/me/workspaces')).body.workspaces).toHaveLength(1);
    expect((await token.post(TOKENS, { name: 'x', resource: 'account' })).status).toBe(403);
    const child = await token.mint(['workbooks:read'], { resource: `workbook:${made.id}` });
    expect((await child.get(path)).status).toBe(404);
  });

  test('is for workspaces and workbooks that its user may enter, and is no key', async () => {
    const resource = `workspace:${workspaceId}`;
    expect((await stranger.post(TOKENS, { name: 'x', resource })).body.type).toBe('/problems/outside-reach');
    const account_id = (await owner.get('/api/v1/me')).body.account_id;
    const wide = { name: 'x', resource: 'account', account_id };
    expect((await editor.post(TOKENS, wide)).body.type).toBe('/problems/not-found');
    const pinned = { scopes: ['workbooks:read'], workspace_id: workspaceId };
    expect((await admin.post(KEYS, pinned)).body.type).toBe('/problems/outside-reach');
    // A token of one's own account does not lead into that of another.
    const own = await editor.mint(['workbooks:read', 'keys:mint']);
    expect((await own.post(TOKENS, { name: 'x', resource })).body.type).toBe('/problems/outside-reach');
    expect((await own.get(path)).status).toBe(404);
  });

  test('follows the role of its user, and ends with the membership', async () => {
    const token = await viewer.mint(scopes, { resource: `workbook:${idOf(path)}` });
    const rename = async () => (await token.patch(path, { title: 'New' })).status;
    expect(await rename()).toBe(403);
    await owner.patch(`${workspace}/users/${viewerId}`, { base_role: 'editor' });
    expect(await rename()).toBe(200);
    await owner.patch(`${workspace}/users/${viewerId}`, { base_role: 'viewer' });
    expect(await rename()).toBe(403);
    await owner.delete(`${workspace}/users/${viewerId}`);
    expect(await rename()).toBe(401);
    await owner.post(`${workspace}/users`, { email: 'viewer@example.com', base_role: 'viewer' });
    await acceptNotices(viewer);
  });
});

describe('the control plane for members', () => {
  test('everyone sees the workspace; admins configure it; only the owner has the account', async () => {
    for (const api of [owner, admin, editor, viewer]) {
      expect((await api.get(workspace)).body).toMatchObject({ id: workspaceId, is_default: true });
      expect((await api.get(`${workspace}/users`)).status).toBe(200);
    }
    for (const api of [editor, viewer])
      expect((await api.patch(workspace, { residency: 'eu' })).body.type).toBe('/problems/forbidden');
    expect((await stranger.get(workspace)).body.type).toBe('/problems/outside-reach');
    const { account_id } = (await admin.get(workspace)).body;
    expect((await admin.get(`/api/control/account?account_id=${account_id}`)).status).toBe(404);
  });

  test('settings are changed one by one', async () => {
    const idp_config = { issuer: 'https://login.example.com', groups: ['finance'] };
    const all = {
      name: 'Finance',
      residency: 'eu',
      preprocess_rules: 'Amounts are in thousands.',
      idp_config,
    };
    expect((await admin.patch(workspace, all)).body).toMatchObject(all);
    const { body } = await admin.patch(workspace, { residency: null, name: null });
    expect(body).toMatchObject({ ...all, residency: null });
    expect((await viewer.get(workspace)).body).toEqual(body);
    expect((await admin.patch(workspace, { idp_config: null })).body.idp_config).toBeNull();
    expect((await admin.patch(workspace, {})).body.name).toBe('Finance');
    expect((await admin.patch(workspace, { preprocess_rules: 'x'.repeat(2001) })).status).toBe(422);
    expect((await admin.patch(workspace, { name: ' ' })).status).toBe(422);
  });

  test('members find shared workspaces after their own', async () => {
    const { workspaces } = (await viewer.get('/api/v1/me/workspaces')).body;
    expect(workspaces.map(({ id }: { id: string }) => id === workspaceId)).toEqual([false, true]);
    expect(workspaces[0]).toMatchObject({ name: 'Personal', is_default: true, base_role: 'admin' });
    expect(workspaces[1]).toMatchObject({ base_role: 'viewer', owner: { email: ownersLogin.email } });
  });
});

describe('deleting a workspace', () => {
  test('is for empty ones, and ends what was pinned to it', async () => {
    const { body: made } = await owner.post('/api/control/workspaces', { name: 'Short-lived' });
    const path = `/api/control/workspaces/${made.id}`;
    const pinned = await key({ workspace_id: made.id });
    const token = await owner.mint(['workbooks:read', 'keys:mint'], { resource: `workspace:${made.id}` });
    const child = await token.mint(['workbooks:read'], { resource: `workspace:${made.id}` });
    const hidden = await pinned.post('/api/v1/workbooks', { title: 'Hidden', visibility: 'private' });
    expect((await owner.delete(path)).body).toMatchObject({
      status: 409,
      type: '/problems/workspace-not-empty',
      workbooks: 1,
    });
    expect((await pinned.delete(path)).body.missing_scope).toBe('workspaces:delete');
    await owner.delete(`/api/v1/workbooks/${hidden.body.id}`);
    expect((await owner.delete(path)).status).toBe(204);
    for (const api of [pinned, token, child])
      expect((await api.get('/api/v1/me')).body.type).toBe('/problems/unauthenticated');
    expect((await owner.get(path)).body.type).toBe('/problems/outside-reach');
    const { entries } = (await owner.get('/api/control/account/audit-log')).body;
    expect(entries[0]).toMatchObject({ action: 'workspace.deleted', target: made.id });
    expect(entries[0].detail.revoked).toHaveLength(3);
  });

  test('leaves the personal workspace', async () => {
    expect((await owner.delete(workspace)).body.type).toBe('/problems/personal-workspace');
  });
});
