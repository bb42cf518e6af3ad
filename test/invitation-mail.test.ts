import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { MailServer } from './support/mail-server.js';
import { TestService } from './support/service.js';

let mail: MailServer;
let service: TestService;
let owner: Api;
let users: string;

beforeAll(async () => {
  mail = await MailServer.start();
  service = await TestService.start({ env: mail.env });
  owner = await service.signIn();
  users = `/api/control/workspaces/${(await owner.get('/api/v1/me')).body.workspace_id}/users`;
});
afterAll(async () => {
  await service?.dispose();
  await mail?.close();
});

const password = 'quiet harbour seven lamps';
const invite = async (email: string, headers = {}) =>
  (await owner.post(users, { email, base_role: 'editor' }, headers)).body.invitation;

test('an invitation is mailed to the address alone, once, and shown to nobody', async () => {
  const key = { 'idempotency-key': 'once' };
  const invitation = await invite('ann@example.com', key);
  expect(invitation.mailed).toBe(true);
  const path = await mail.linkTo('ann@example.com', 'invitations');
  expect(mail.received).toMatchObject([
    {
      to: ['ann@example.com'],
      from: 'data@example.com',
      text: expect.stringContaining(service.url + path),
    },
  ]);
  const token = path.split('/').at(-1) as string;
  expect(JSON.stringify(invitation)).not.toContain(token);
  expect(invitation).not.toHaveProperty('url');
  expect(await invite('ann@example.com', key)).toMatchObject({ id: invitation.id, mailed: null });
  expect(mail.received).toHaveLength(1);
});

test('an invitation that cannot be mailed exists all the same, and says so', async () => {
  const { id, mailed } = await invite('unknown@example.com');
  expect(mailed).toBe(false);
  await eventually(async () => service.output().includes('an invitation could not be mailed') || undefined);
  const { invitations } = (await owner.get(users.replace('users', 'invitations'))).body;
  expect(invitations).toContainEqual(expect.objectContaining({ id }));
});

test('whoever has the link sees what the invitation is for, until it is accepted', async () => {
  const email = "o'hara+data@example.com";
  await invite(email);
  const invitation = `/api/auth${await mail.linkTo(email, 'invitations')}`;
  expect((await service.anonymous.get(invitation)).body).toEqual({
    workspace: 'Personal',
    email,
    base_role: 'editor',
    is_user: false,
    oidc: false,
  });
  const accept = { name: null, password };
  expect((await service.anonymous.post(`${invitation}/accept`, accept)).status).toBe(200);
  expect((await service.anonymous.get(invitation)).status).toBe(404);
});

test('whoever accepts by mail has proven their address, and is a member at once', async () => {
  await invite('bea@example.com');
  const link = await mail.linkTo('bea@example.com', 'invitations');
  const { body } = await service.anonymous.post(`/api/auth${link}/accept`, { password });
  const bea = service.as(body.access_token);
  expect((await bea.get('/api/auth/session')).body.proven).toBe(true);
  expect((await bea.get(await owner.workbook())).status).toBe(200);
  const { users: members } = (await owner.get(users)).body;
  expect(members).toContainEqual(
    expect.objectContaining({ id: body.user.id, proven: true, status: 'member' }),
  );
});

test('a user with a proven address finds what they are invited to, and joins when they accept', async () => {
  await invite('cid@example.com');
  const link = await mail.linkTo('cid@example.com', 'invitations');
  const { body } = await service.anonymous.post(`/api/auth${link}/accept`, { password });
  const cid = service.as(body.access_token);
  const account = (await owner.post('/api/control/accounts', { name: 'Another' })).body.id;
  const make = async (name: string) =>
    `/api/control/workspaces/${(await owner.post('/api/control/workspaces', { name, account_id: account })).body.id}`;
  const [first, second] = [await make('First'), await make('Second')];
  for (const workspace of [first, second]) {
    const answer = await owner.post(`${workspace}/users`, { email: 'cid@example.com', base_role: 'viewer' });
    expect([answer.status, Object.keys(answer.body)]).toEqual([201, ['invitation']]);
    expect((await cid.get(workspace)).status).toBe(403);
  }
  const notices = async () => (await cid.get('/api/auth/notices')).body.notices;
  const [toFirst, toSecond] = await notices();
  expect([toFirst, toSecond]).toMatchObject([
    { workspace: 'First', base_role: 'viewer', invited_by: service.user.email },
    { workspace: 'Second' },
  ]);
  expect((await cid.post(`/api/auth/notices/${toFirst.id}/accept`)).status).toBe(204);
  expect((await cid.post(`/api/auth/notices/${toFirst.id}/accept`)).status).toBe(404);
  expect((await cid.get(first)).status).toBe(200);
  expect((await cid.delete(`/api/auth/notices/${toSecond.id}`)).status).toBe(204);
  expect(await notices()).toEqual([]);
  expect((await cid.get(second)).status).toBe(403);
  // Now that they are in the account, they join its other workspaces at once.
  const again = await owner.post(`${second}/users`, { email: 'cid@example.com', base_role: 'viewer' });
  expect(Object.keys(again.body)).toEqual(['user']);
});
