import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { TestService } from './support/service.js';

let mailServer: SMTPServer;
let received: { to: string[]; from: string; text: string }[];
let service: TestService;
let owner: Api;
let users: string;

beforeAll(async () => {
  received = [];
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _, done) =>
      done(address.startsWith('unknown') ? new Error('no such mailbox') : undefined),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        received.push({ to, from, text: Buffer.concat(chunks).toString().replaceAll('=\r\n', '') });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
  const { port } = mailServer.server.address() as AddressInfo;
  service = await TestService.start({
    env: { SVC_SMTP_URL: `smtp://127.0.0.1:${port}`, SVC_MAIL_FROM: 'data@example.com' },
  });
  owner = await service.signIn();
  users = `/api/control/workspaces/${(await owner.get('/api/v1/me')).body.workspace_id}/users`;
});
afterAll(async () => {
  await service?.dispose();
  await new Promise<void>((resolve) => mailServer.close(() => resolve()));
});

const invite = async (email: string, headers = {}) =>
  (await owner.post(users, { email, base_role: 'editor' }, headers)).body.invitation;

test('an invitation is mailed to the address alone, once', async () => {
  const key = { 'idempotency-key': 'once' };
  const { url, mailed } = await invite('ann@example.com', key);
  expect(mailed).toBe(true);
  expect(received).toEqual([
    { to: ['ann@example.com'], from: 'data@example.com', text: expect.stringContaining(url) },
  ]);
  expect(await invite('ann@example.com', key)).toMatchObject({ url, mailed: null });
  expect(received).toHaveLength(1);
});

test('an invitation that cannot be mailed exists all the same, and says so', async () => {
  const { url, mailed } = await invite('unknown@example.com');
  expect(mailed).toBe(false);
  await eventually(async () => service.output().includes('an invitation could not be mailed') || undefined);
  expect((await fetch(url)).status).toBe(200);
});

test('whoever has the link sees what the invitation is for, until it is accepted', async () => {
  const { url } = await invite('<b>"@example.com');
  const invitation = `/api/auth${new URL(url).pathname}`;
  expect((await service.anonymous.get(invitation)).body).toEqual({
    workspace: 'Personal',
    email: '<b>"@example.com',
    base_role: 'editor',
    is_user: false,
    oidc: false,
  });
  const accept = { name: null, password: 'quiet harbour seven lamps' };
  expect((await service.anonymous.post(`${invitation}/accept`, accept)).status).toBe(200);
  expect((await service.anonymous.get(invitation)).status).toBe(404);
});
