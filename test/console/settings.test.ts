import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ConsoleWorld, eventually, keepPicture, seriousFaults } from '../support/console.js';
import { acceptPathOf } from '../support/members.js';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await ConsoleWorld.start();
});
afterAll(() => world?.dispose());

test('an invited colleague joins by the link, and opens what is shared once the owner confirms them', async () => {
  const api = world.api;
  await api.workbook('Ledger of all');
  const admin = await world.signIn();
  await admin.goto('/settings/members');
  await admin.getByLabel('E-mail address').fill('ann@example.com');
  await admin.getByLabel('Role', { exact: true }).selectOption('Viewer');
  await admin.getByRole('button', { name: 'Invite' }).click();
  const link = await admin.getByLabel('Link of the invitation').inputValue();
  await admin.getByRole('table', { name: 'Invitations that wait' }).getByText('ann@example.com').waitFor();
  expect(await seriousFaults(admin)).toEqual([]);
  await keepPicture(admin, 'members');

  const ann = await world.visit();
  await ann.goto(new URL(link).pathname);
  await ann.getByRole('heading', { name: 'Join “Personal”' }).waitFor();
  await ann.getByText('You are invited as a viewer').waitFor();
  expect(await seriousFaults(ann)).toEqual([]);
  await keepPicture(ann, 'invitation');
  await ann.getByLabel('Your name').fill('Ann');
  await ann.getByLabel('Choose a password').fill('a long enough password');
  await ann.getByRole('button', { name: 'Accept' }).click();
  await ann.getByRole('region', { name: 'Drop a spreadsheet here' }).waitFor();
  await admin.reload();
  const row = admin.getByRole('row').filter({ hasText: 'ann@example.com' });
  await row.getByText('waits to be confirmed').waitFor();
  expect(await seriousFaults(admin)).toEqual([]);
  await row.getByRole('button', { name: 'Confirm' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await admin.getByLabel('Role of ann@example.com').waitFor();
  await ann.reload();
  await ann.getByRole('link', { name: 'Ledger of all' }).waitFor();

  await ann.goto(new URL(link).pathname);
  await ann
    .getByRole('alert')
    .getByText(/does not exist, was withdrawn/)
    .waitFor();
  await admin.reload();
  await admin.getByLabel('Role of ann@example.com').selectOption('Editor');
  await expect
    .poll(async () => (await api.get(`/api/control/workspaces/${await workspaceId()}/users`)).body.users)
    .toContainEqual(expect.objectContaining({ email: 'ann@example.com', base_role: 'editor' }));
  async function workspaceId(): Promise<string> {
    return (await api.get('/api/v1/me')).body.workspace_id;
  }
});

test('somebody who is known to an account finds further invitations, and accepts or declines them', async () => {
  const person = { email: `guest-${randomUUID()}@example.com`, password: 'a long enough password' };
  const other = (await world.api.post('/api/control/workspaces', { name: 'Next door' })).body.id;
  const third = (await world.api.post('/api/control/workspaces', { name: 'Far away' })).body.id;
  const users = (id: string) => `/api/control/workspaces/${id}/users`;
  const { invitation } = (await world.api.post(users(other), { email: person.email, base_role: 'viewer' }))
    .body;
  const { user } = (
    await world.service.anonymous.post(acceptPathOf(invitation.url), { password: person.password })
  ).body;
  await world.api.post(`${users(other)}/${user.id}/confirm`);
  await world.api.delete(`${users(other)}/${user.id}`);
  for (const id of [other, third])
    await world.api.post(users(id), { email: person.email, base_role: 'editor' });
  const page = await world.signIn({ who: person });
  await page.goto('/workbooks');
  await page.getByText('“Next door”').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Next door' })
    .getByRole('button', { name: 'Join' })
    .click();
  await page.getByText('You are in “Next door”').waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Far away' })
    .getByRole('button', { name: 'Decline' })
    .click();
  await page.getByText('“Far away”').waitFor({ state: 'detached' });
  const members = async (id: string) =>
    (await world.api.get(users(id))).body.users.map(({ email }: { email: string }) => email);
  expect(await members(other)).toContain(person.email);
  expect(await members(third)).not.toContain(person.email);
});

test('whoever may register makes an account, and is in', async () => {
  const page = await world.visit();
  await page.goto('/sign-in?refused=denied');
  await page.getByRole('alert').getByText('did not let you in').waitFor();
  await page.getByRole('link', { name: 'Make an account' }).click();
  // The page before has fields of the same names, and may still be there.
  await page.getByRole('button', { name: 'Make it' }).waitFor();
  await page.getByLabel('E-mail address').fill('new@example.com');
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByRole('region', { name: 'Drop a spreadsheet here' }).waitFor();
});

test('a token is shown once, works, and ends when it is revoked', async () => {
  const page = await world.signIn();
  await page.goto('/settings/tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Name').fill('nightly import');
  await page.getByLabel('Change workbooks').check();
  await page.getByRole('button', { name: 'Make it' }).click();
  const token = await page.getByLabel('The secret').inputValue();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Done' }).click();
  const program = world.service.as(token);
  expect((await program.post('/api/v1/workbooks', { title: 'Nightly' })).status).toBe(201);
  await keepPicture(page, 'tokens');
  await page.getByRole('button', { name: 'Revoke: nightly import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('It no longer works').waitFor();
  expect((await program.get('/api/v1/me')).status).toBe(401);
});

test('all links of a workspace are listed and ended, and forbidden while it so chooses', async () => {
  const api = world.api;
  const workbook = await api.workbook('Board papers');
  await api.put(`${workbook}/sheets/Figures`, { spec: { blocks: [{ kind: 'heading', text: 'Figures' }] } });
  const { body: link } = await api.post(`${workbook}/sheets/Figures/links`, { password: 'quiet harbour' });
  await api.post(`${workbook}/sheets/Figures/links`, { expires_at: '2099-03-31T12:00:00Z' });
  const shown = async () => (await fetch(world.service.url + new URL(link.url).pathname)).status;
  const page = await world.signIn();
  await page.goto('/settings/links');
  const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Figures' }) });
  await rows.getByText('Password').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'links');
  await page.getByLabel('may be shared by links').uncheck();
  await page.getByText('No link can be made').waitFor();
  await eventually(shown).toBe(404);
  await page.getByLabel('may be shared by links').check();
  await eventually(shown).toBe(401);
  await rows
    .filter({ hasText: 'Password' })
    .getByRole('button', { name: /^End the link/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
  await eventually(shown).toBe(404);
  await eventually(() => rows.count()).toBe(1);
});

test('a webhook is made with a secret, tested, and what it did not take is sent again', async () => {
  let status = 503;
  const receiver = createServer((_, answer) => answer.writeHead(status).end()).listen(0, '127.0.0.1');
  onTestFinished(() => void receiver.close());
  await once(receiver, 'listening');
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const page = await world.signInNewcomer();
  await page.goto('/settings/webhooks');
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByLabel('Address').fill(address);
  await page.getByLabel('conflict.created').check();
  await page.getByRole('button', { name: 'Create' }).click();
  expect(await page.getByLabel('Signing secret').inputValue()).not.toBe('');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('row', { name: new RegExp(`${address} conflict.created active`) }).waitFor();

  await page.getByRole('button', { name: 'Send a test' }).click();
  const deliveries = page.getByRole('table', { name: 'Deliveries' });
  await deliveries.getByText('failed, will be retried').waitFor();
  await deliveries.getByText('503').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  status = 204;
  await deliveries.getByRole('button', { name: 'Send again' }).first().click();
  await deliveries.getByText('delivered').first().waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No webhooks yet').waitFor();
});

test('a password is changed by those who know the one before', async () => {
  const user = await world.service.register();
  const page = await world.signIn({ who: user });
  await page.goto('/settings/security');
  const change = async (current: string) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password').fill('another horse battery');
    await page.getByRole('button', { name: 'Change the password' }).click();
  };
  await change('not the password');
  await page.getByRole('alert').waitFor();
  await change(user.password);
  await page.getByText('The password is changed').waitFor();
  expect((await world.service.anonymous.post('/api/auth/login', user)).status).toBe(401);
  const renewed = { ...user, password: 'another horse battery' };
  expect((await world.service.anonymous.post('/api/auth/login', renewed)).status).toBe(200);
});

test('every page of the settings says what there is, and what to do where there is nothing', async () => {
  const api = world.api;
  await api.upload(
    `${await api.workbook('Read in a job')}/sources`,
    { name: 'a.csv', content: 'a\n1\n' },
    { async: 'true' },
  );
  const page = await world.signIn({ width: 390, height: 844 });
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  const pages = page.getByRole('navigation', { name: 'Pages of the settings' });
  const seen: [string, string | RegExp][] = [
    ['Security', 'Not set up'],
    ['Recurring files', 'Nothing is remembered yet'],
    ['Shared links', 'Links of the workspace'],
    ['Webhooks', 'No webhooks yet'],
    ['Usage', /Requests \d/],
    ['Plan and billing', 'Credits are only counted here: nothing is refused when they run out.'],
    ['Jobs', 'Reading a file'],
    ['Drives', 'This service is not set up for it. The people who run it can add it.'],
  ];
  await page.goto('/settings/members');
  await page.getByRole('heading', { name: 'New workspace' }).locator('..').getByLabel('Name').fill('Cellar');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('“Cellar” is there').waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('“Cellar” is deleted').waitFor();
  for (const [title, text] of seen) {
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await pages.getByRole('link', { name: title }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.getByText(text).first().waitFor();
    expect(await seriousFaults(page), title).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth'), title).toBe(390);
  }
});
