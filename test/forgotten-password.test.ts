import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from './support/eventually.js';
import { MailServer } from './support/mail-server.js';
import { answer, setUpApp, signIn } from './support/second-factor.js';
import { startService, TestService } from './support/service.js';

const FORGOT = '/api/auth/password/forgot';
const RESET = '/api/auth/password/reset';
const next = 'quiet harbour seven lamps';

let mail: MailServer;
let service: TestService;
beforeAll(async () => {
  mail = await MailServer.start();
  service = await TestService.start({ env: { ...mail.env, SVC_OPEN_REGISTRATION: 'true' } });
});
afterAll(async () => {
  await service.dispose();
  await mail.close();
});

const forget = (email: string) => service.anonymous.post(FORGOT, { email });
const reset = (token: string, password = next) => service.anonymous.post(RESET, { token, new: password });

/** The token of the first link that was mailed to an address. */
const tokenFor = (address: string) =>
  eventually(async () => {
    const found = mail.received.find(
      ({ to, text }) => to.includes(address) && text.includes('/reset-password'),
    );
    return found && /\/reset-password#([\w-]+)/.exec(found.text)?.[1];
  });

test('a link in a mail replaces a forgotten password once, and ends the sessions', async () => {
  const user = await service.register();
  const session = await service.signIn(user);
  expect((await forget(user.email.toUpperCase())).status).toBe(204);
  const token = await tokenFor(user.email);
  expect((await session.get('/api/v1/me')).status).toBe(200);
  const weak = await reset(token, 'password1');
  expect([weak.status, weak.body.errors[0].path]).toEqual([422, '/new']);
  expect((await reset(token)).status).toBe(204);
  expect((await reset(token)).status).toBe(410);
  expect((await session.get('/api/v1/me')).status).toBe(401);
  expect((await signIn(service, user)).status).toBe(401);
  const renewed = await service.signIn({ ...user, password: next });
  const { entries } = (await renewed.get('/api/control/account/audit-log?log=user')).body;
  const actions = entries.map((entry: { action: string }) => entry.action);
  expect(actions).toEqual(
    expect.arrayContaining(['password.reset_asked', 'password.reset', 'address.proven']),
  );
  expect(JSON.stringify(entries) + service.output()).not.toContain(token);
});

test('an address that nobody has gets the same answer, and no mail', async () => {
  const user = await service.register();
  const [known, unknown] = [await forget(user.email), await forget('nobody@example.com')];
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  await tokenFor(user.email);
  expect(mail.received.some(({ to }) => to.includes('nobody@example.com'))).toBe(false);
});

test('asking again soon mails nothing more, and the first link works', async () => {
  const user = await service.register();
  await forget(user.email);
  const token = await tokenFor(user.email);
  await forget(user.email);
  // The mail of somebody who asks later has arrived: that of the second request would have, too.
  const other = await service.register();
  await forget(other.email);
  await tokenFor(other.email);
  const links = mail.received.filter(
    ({ to, text }) => to.includes(user.email) && text.includes('/reset-password'),
  );
  expect(links).toHaveLength(1);
  expect((await reset(token)).status).toBe(204);
});

test('what an unproven holder of the address had ends, a second factor too; that of a proven one stays', async () => {
  const user = await service.register();
  const holder = await service.signIn(user);
  const token = await holder.mint(['workbooks:read']);
  await setUpApp(holder);
  await forget(user.email);
  expect((await reset(await tokenFor(user.email))).status).toBe(204);
  expect((await token.get('/api/v1/me')).status).toBe(401);
  // Nobody but the operator has named the first user.
  const proven = await service.signIn();
  const kept = await proven.mint(['workbooks:read']);
  const { app } = await setUpApp(proven);
  await forget(service.user.email);
  expect((await reset(await tokenFor(service.user.email))).status).toBe(204);
  expect((await kept.get('/api/v1/me')).status).toBe(200);
  const asked = await signIn(service, { ...service.user, password: next });
  expect(asked.body.type).toBe('/problems/second-factor-required');
  expect((await answer(service, asked.body.ticket, app.code())).status).toBe(200);
});

test('without a mail server the answer names what to set', async () => {
  const alone = await startService();
  expect((await alone.anonymous.get('/api/auth/methods')).body.password_reset).toBe(false);
  const { status, body } = await alone.anonymous.post(FORGOT, { email: 'ann@example.com' });
  expect([status, body.detail]).toEqual([501, expect.stringContaining('SVC_SMTP_URL')]);
});
