import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { acceptPathOf, emailOf, invited, memberPassword } from './support/members.js';
import { TestService } from './support/service.js';

let service: TestService;
let owner: Api;
let ownerId: string;
let workspaceId: string;
let workspace: string;
let users: string;

beforeAll(async () => {
  service = await TestService.start({ env: { SVC_OPEN_REGISTRATION: 'true' } });
  owner = await service.signIn();
  const { body } = await owner.get('/api/v1/me');
  [ownerId, workspaceId] = [body.user.id, body.workspace_id];
  workspace = `/api/control/workspaces/${workspaceId}`;
  users = `${workspace}/users`;
});
afterAll(() => service.dispose());

const invite = (name: string, base_role = 'viewer', more: object = {}) =>
  owner.post(users, { email: emailOf(name), base_role, ...more });
const accept = (url: string, body: object = { password: memberPassword }) =>
  service.anonymous.post(acceptPathOf(url), body);
const join = (name: string, role: 'viewer' | 'editor' | 'admin' = 'viewer') =>
  invited(service, owner, workspaceId, name, role);
const actions = async (log = '/api/control/account/audit-log') =>
  (await owner.get(`${log}?limit=10`)).body.entries.map(({ action }: { action: string }) => action);

test('an invitation makes a user, signed in, once, and the owner makes them a member', async () => {
  const { status, body } = await invite('Ann', 'editor', { roles: ['Payroll'] });
  expect([status, body.invitation]).toMatchObject([
    201,
    { email: 'ann@example.com', base_role: 'editor', custom_roles: ['payroll'], invited_by: ownerId },
  ]);
  const { url, mailed, ...shown } = body.invitation;
  expect(mailed).toBe(false);
  expect((await owner.get(`${workspace}/invitations`)).body.invitations).toEqual([shown]);
  const both = await Promise.all([accept(url, { name: 'Ann', password: memberPassword }), accept(url)]);
  expect(both.map((answer) => answer.status).sort()).not.toEqual([200, 200]);
  const accepted = both.find((answer) => answer.status === 200);
  expect(accepted?.body.user.email).toBe('ann@example.com');
  expect((await accept(url)).status).toBe(404);
  expect((await owner.get(`${workspace}/invitations`)).body.invitations).toEqual([]);
  const found = async () =>
    (await owner.get(users)).body.users.find((user: { id: string }) => user.id !== ownerId);
  const waits = { base_role: 'editor', effective_roles: [], proven: false, status: 'waits' };
  expect(await found()).toMatchObject(waits);
  const workbook = await owner.workbook();
  const session = service.as(accepted?.body.access_token);
  expect((await session.patch(workbook, { title: 'By Ann' })).status).toBe(404);
  const confirm = `${users}/${(await found()).id}/confirm`;
  const member = { effective_roles: ['editor', 'payroll'], proven: true, status: 'member' };
  expect((await owner.post(confirm)).body).toMatchObject(member);
  expect((await owner.post(confirm)).body).toMatchObject(member);
  expect(await found()).toMatchObject(member);
  expect((await session.patch(workbook, { title: 'By Ann' })).status).toBe(200);
  expect(await actions()).toEqual(
    expect.arrayContaining(['member.invited', 'member.waits', 'member.confirmed', 'member.joined']),
  );
});

test('an address invited again has one invitation, with a new link', async () => {
  const first = (await invite('again')).body.invitation;
  const second = (await invite('again', 'editor')).body.invitation;
  const waiting = (await owner.get(`${workspace}/invitations`)).body.invitations;
  const ofAddress = waiting.filter(({ email }: { email: string }) => email === second.email);
  expect(ofAddress.map(({ id }: { id: string }) => id)).toEqual([second.id]);
  expect((await accept(first.url)).status).toBe(404);
  expect((await accept(second.url)).status).toBe(200);
});

test('a withdrawn invitation cannot be accepted', async () => {
  const { id, url } = (await invite('withdrawn')).body.invitation;
  expect((await owner.delete(`${workspace}/invitations/${id}`)).status).toBe(204);
  expect((await owner.delete(`${workspace}/invitations/${id}`)).status).toBe(404);
  expect((await accept(url)).status).toBe(404);
});

test('a weak password does not use the invitation up', async () => {
  const { url } = (await invite('weak')).body.invitation;
  expect((await accept(url, { password: 'password1' })).status).toBe(422);
  expect((await accept(url)).status).toBe(200);
});

test('whoever is in another workspace of the account joins at once, and only once', async () => {
  const known = await join('known');
  const second = (await owner.post('/api/control/workspaces', { name: 'Second' })).body.id;
  const add = (base_role: string) =>
    owner.post(`/api/control/workspaces/${second}/users`, { email: emailOf('KNOWN'), base_role });
  const { status, body } = await add('viewer');
  expect([status, body.user]).toMatchObject([201, { id: known.id, base_role: 'viewer', proven: true }]);
  const again = await add('editor');
  expect([again.status, again.body.type, again.body.user_id]).toEqual([
    409,
    '/problems/already-member',
    known.id,
  ]);
});

test('somebody who waits is listed for those who may do something about it, and can be refused', async () => {
  const { url } = (await invite('waiting')).body.invitation;
  const { user } = (await accept(url)).body;
  const viewer = await join('onlooker');
  const admin = await join('overseer', 'admin');
  const sees = async (api: Api) =>
    (await api.get(users)).body.users.some(({ id }: { id: string }) => id === user.id);
  expect([await sees(owner), await sees(admin.api), await sees(viewer.api)]).toEqual([true, true, false]);
  const confirm = `${users}/${user.id}/confirm`;
  expect((await admin.api.post(confirm)).body.type).toBe('/problems/forbidden');
  expect((await owner.patch(`${users}/${user.id}`, { base_role: 'admin' })).status).toBe(404);
  expect((await owner.delete(`${users}/${user.id}`)).status).toBe(204);
  expect(await sees(owner)).toBe(false);
  expect((await owner.post(confirm)).status).toBe(404);
  expect(await actions()).toContain('member.refused');
});

test('only the owner of the account sees the link of an invitation', async () => {
  const admin = await join('deputy-of-all', 'admin');
  const { invitation } = (await admin.api.post(users, { email: 'x1@example.com', base_role: 'viewer' })).body;
  expect(invitation).not.toHaveProperty('url');
  const scopes = ['workspaces:configure'];
  const keyed = async (more: object) => {
    const { key } = (await owner.post('/api/control/account/keys', { scopes, ...more })).body;
    return (await service.as(key).post(users, { email: 'x1@example.com', base_role: 'viewer' })).body
      .invitation;
  };
  expect(await keyed({ workspace_id: workspaceId })).not.toHaveProperty('url');
  expect(await keyed({})).toHaveProperty('url');
});

test('whoever registers the address meanwhile accepts with their own password', async () => {
  const { url } = (await invite('meanwhile')).body.invitation;
  const email = emailOf('meanwhile');
  await service.anonymous.post('/api/auth/register', { email, password: 'another long password' });
  for (let i = 0; i < 5; i++) expect((await accept(url)).status).toBe(401);
  expect((await accept(url)).status).toBe(429);
});

test('a base role applies from the next request', async () => {
  const member = await join('promoted');
  const workbook = await owner.workbook();
  const rename = async () => (await member.api.patch(workbook, { title: 'x' })).status;
  expect(await rename()).toBe(403);
  const changed = await owner.patch(`${users}/${member.id}`, { base_role: 'editor' });
  expect([changed.status, changed.body.base_role]).toEqual([200, 'editor']);
  expect(await rename()).toBe(200);
  expect((await owner.patch(`${users}/usr_none`, { base_role: 'editor' })).status).toBe(404);
});

test('the owner of the account stays an admin, so that a workspace always has one', async () => {
  const other = (await owner.post('/api/control/workspaces', { name: 'Other' })).body.id;
  const self = `/api/control/workspaces/${other}/users/${ownerId}`;
  const slugs = async () => [
    (await owner.patch(self, { base_role: 'viewer' })).body.type,
    (await owner.delete(self)).body.type,
  ];
  expect(await slugs()).toEqual(['/problems/account-owner', '/problems/account-owner']);
  await invited(service, owner, other, 'deputy', 'admin');
  expect(await slugs()).toEqual(['/problems/account-owner', '/problems/account-owner']);
});

test('a removed member has no access from the next request on', async () => {
  const member = await join('removed');
  const workbook = await owner.workbook();
  expect((await member.api.get(workbook)).status).toBe(200);
  expect((await owner.delete(`${users}/${member.id}`)).status).toBe(204);
  expect((await member.api.get(workbook)).status).toBe(404);
  expect((await owner.delete(`${users}/${member.id}`)).status).toBe(404);
});

test('members may leave, whatever their role', async () => {
  const member = await join('leaver');
  const workbook = await owner.workbook();
  expect((await member.api.delete(`${users}/${ownerId}`)).status).toBe(403);
  expect((await member.api.delete(`${users}/${member.id}`)).status).toBe(204);
  expect((await member.api.get(workbook)).status).toBe(404);
  expect(await actions()).toContain('member.left');
});

test('admins manage members, others see them, and outsiders see nothing', async () => {
  const [admin, editor] = [await join('admin', 'admin'), await join('editor', 'editor')];
  const outsider = { email: emailOf('outsider'), password: memberPassword };
  await service.anonymous.post('/api/auth/register', outsider);
  const { body } = await service.anonymous.post('/api/auth/login', outsider);
  const outcomes = async (api: Api, email: string) => [
    (await api.get(users)).status,
    (await api.get(`${workspace}/invitations`)).status,
    (await api.post(users, { email, base_role: 'viewer' })).status,
    (await api.patch(`${users}/${editor.id}`, { base_role: 'editor' })).status,
  ];
  expect(await outcomes(admin.api, 'x@example.com')).toEqual([200, 200, 201, 200]);
  expect(await outcomes(editor.api, 'y@example.com')).toEqual([200, 403, 403, 403]);
  expect(await outcomes(service.as(body.access_token), 'z@example.com')).toEqual([403, 403, 403, 403]);
  expect((await admin.api.delete(`${users}/${ownerId}`)).body.type).toBe('/problems/account-owner');
});

test('the workbooks of a member who goes pass to the owner of the account', async () => {
  const member = await join('author', 'editor');
  const { body } = await member.api.post('/api/v1/workbooks', { title: 'Theirs', workspace_id: workspaceId });
  expect((await owner.delete(`${users}/${member.id}`)).status).toBe(204);
  expect((await owner.get(`/api/v1/workbooks/${body.id}`)).body.owner_id).toBe(ownerId);
  expect((await member.api.get(`/api/v1/workbooks/${body.id}`)).status).toBe(404);
  expect(await actions(`/api/v1/workbooks/${body.id}/audit-log`)).toContain('workbook.owner.set');
});
