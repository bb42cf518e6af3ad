import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ConsoleWorld, keepPicture, seriousFaults } from '../support/console.js';
import { MailServer } from '../support/mail-server.js';
import { App, setUpApp } from '../support/second-factor.js';
import { TestService } from '../support/service.js';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await ConsoleWorld.start();
});
afterAll(() => world?.dispose());

async function typePassword(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail address').fill(who.email);
  await page.getByLabel('Password').fill(who.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const signedInAs = (page: Page, email: string) =>
  page.getByRole('button', { name: `Signed in as ${email}` }).waitFor();

test('somebody sets up an app by its QR code, signs in with a code, and once with a recovery code', async () => {
  const user = await world.service.register();
  const page = await world.signIn({ who: user });
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Set up: Authenticator app' }).click();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'second-factor');
  const app = new App(await page.getByLabel('Key to type in instead').inputValue());
  await page.getByLabel('Code of the app').fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('alert').getByText('not the one that the app shows').waitFor();
  await page.getByLabel('Code of the app').fill(app.code());
  await page.getByRole('button', { name: 'Confirm' }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  const code = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('10 left').waitFor();
  await keepPicture(page, 'security');

  const again = await world.visit();
  await again.goto('/workbooks');
  await typePassword(again, user);
  await again.getByRole('heading', { name: 'One more step' }).waitFor();
  expect(await seriousFaults(again)).toEqual([]);
  await again.getByLabel('Code of your authenticator app').fill('000000');
  await again.getByRole('button', { name: 'Go on' }).click();
  await again.getByRole('alert').getByText('second factor is wrong').waitFor();
  await again.getByLabel('Code of your authenticator app').fill(app.code());
  await again.getByRole('button', { name: 'Go on' }).click();
  await signedInAs(again, user.email);

  const lost = await world.visit();
  await lost.goto('/workbooks');
  await typePassword(lost, user);
  await lost.getByLabel('Code of your authenticator app').fill(code);
  await lost.getByRole('button', { name: 'Go on' }).click();
  await signedInAs(lost, user.email);
  await page.reload();
  await page.getByText('9 left').waitFor();
});

test('a passkey is added, is the second factor, and signs in by itself', async () => {
  const user = await world.service.register();
  const page = await world.visit();
  // A passkey belongs to a name, and browsers make none for an IP address.
  const named = world.service.url.replace('127.0.0.1', 'localhost');
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${named}/settings/security`);
  await typePassword(page, user);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('My laptop');
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('row', { name: /My laptop/ }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);

  await page.context().clearCookies();
  await page.goto(`${named}/workbooks`);
  await typePassword(page, user);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await signedInAs(page, user.email);

  await page.context().clearCookies();
  await page.goto(`${named}/workbooks`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await signedInAs(page, user.email);
  await page.goto(`${named}/settings/security`);
  await page.getByRole('button', { name: 'Remove: My laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No passkeys yet').waitFor();
});

test('sessions are listed and ended, and somebody who goes is gone', async () => {
  const user = await world.service.register();
  const page = await world.signIn({ who: user });
  const other = await world.service.signIn(user);
  await page.goto('/settings/security');
  const sessions = page.getByRole('table', { name: 'Sessions' });
  await sessions.getByText('this one').waitFor();
  await sessions.getByRole('button', { name: 'End: node' }).click();
  await page.getByText('The session has ended').waitFor();
  expect((await other.get('/api/v1/me')).status).toBe(401);

  await page.getByRole('button', { name: 'Delete me' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('button', { name: 'Delete me' }).isDisabled()).toBe(true);
  await dialog.getByLabel(/to go ahead/).fill(user.email);
  await dialog.getByRole('button', { name: 'Delete me' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect((await world.service.anonymous.post('/api/auth/login', user)).status).toBe(401);
});

test('the same page speaks Japanese', async () => {
  const user = await world.service.register();
  await setUpApp(await world.service.signIn(user));
  const page = await world.visit('ja-JP');
  await page.goto('/settings/security');
  await page.getByLabel('メールアドレス').fill(user.email);
  await page.getByLabel('パスワード').fill(user.password);
  await page.getByRole('button', { name: 'サインイン', exact: true }).click();
  await page.getByRole('heading', { name: '2 段階認証' }).waitFor();
  await page.getByLabel('認証アプリのコード').fill('000000');
  await page.getByRole('button', { name: '続ける' }).click();
  await page.getByRole('alert').getByText('コードが違います。').waitFor();
});

test('a forgotten password is replaced by a mailed link', async () => {
  const mail = await MailServer.start();
  const env = { ...mail.env, SVC_OPEN_REGISTRATION: 'true' };
  const service = await TestService.start({ env });
  onTestFinished(async () => void (await Promise.all([service.dispose(), mail.close()])));
  const user = await service.register();
  const page = await world.visit();
  await page.goto(`${service.url}/sign-in`);
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await page.getByRole('button', { name: 'Send the link' }).waitFor();
  await page.getByLabel('E-mail address').fill(user.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('the mail is on its way').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  const link = () =>
    mail.received.map(({ text }) => /https?:\S+\/reset-password#[\w-]+/.exec(text)?.[0]).find(Boolean);
  await expect.poll(link).toBeDefined();
  await page.goto(link() as string);
  await page.getByLabel('New password').fill('quiet harbour seven lamps');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByText('The password is set.').waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await typePassword(page, { ...user, password: 'quiet harbour seven lamps' });
  await signedInAs(page, user.email);
});
