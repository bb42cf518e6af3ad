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

async function join(name: string, base_role: string): Promise<string> {
  const email = `${name}@example.com`;
  await owner.post(users, { email, base_role });
  const link = await mail.linkTo(email, 'invitations');
  const accept = { name, password: 'quiet harbour seven lamps' };
  return (await service.anonymous.post(`/api/auth${link}/accept`, accept)).body.user.id;
}

test('who is mentioned gets a mail that leads to the comment and does not say it, if they may see its target', async () => {
  const [ann, bob] = [await join('ann', 'editor'), await join('bob', 'viewer')];
  const workbook = await owner.workbook();
  const content = 'name,salary\nAnn,52\n';
  await owner.upload(`${workbook}/sources`, { name: 'staff.csv', content }, { structuring: 'skip' });
  await owner.post(`${workbook}/tables/staff/columns/salary/tags`, { tag: 'pay' });
  await owner.put(`${workbook}/policies/pay`, { effect: 'mask', role: 'viewer' });
  mail.received.length = 0;
  const comments = `${workbook}/tables/staff/comments`;
  const comment = { text: 'Is 52 too much?', target: { row_id: 1, column: 'salary' }, mentions: [bob, ann] };
  const key = { 'idempotency-key': 'once' };
  const { body } = await owner.post(comments, comment, key);
  await owner.post(comments, comment, key);
  const again = { text: 'Is 53?', mentions: [ann, bob] };
  await owner.patch(`${comments}/${body.id}`, again);
  await owner.post(comments, { text: 'Look, Bob', mentions: [bob] });
  await eventually(async () => mail.received.find(({ to }) => to[0] === 'bob@example.com'));
  expect(mail.received.map(({ to }) => to[0])).toEqual(['ann@example.com', 'bob@example.com']);
  expect(body.mentions).toEqual([bob, ann]);
  const path = new URL(comments, service.url).pathname.replace('/api/v1', '').replace('/comments', '');
  expect(mail.received[0]?.text).toContain(`${service.url}${path}?comments=3Dtrue&row=3D1&column=3Dsalary`);
  expect(mail.received[0]?.text).not.toContain('too much');
});
