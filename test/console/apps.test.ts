import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { App } from '../support/app.js';
import { ConsoleWorld, keepPicture, seriousFaults } from '../support/console.js';

let world: ConsoleWorld;
let app: App;
beforeAll(async () => {
  world = await ConsoleWorld.start();
  app = await App.register(world.service.url);
});
afterAll(() => world?.dispose());

test('a user lets an app into one workbook, refuses it more, and ends what it may do', async () => {
  const { url } = world.service;
  const workbook = (await world.api.workbook('Ledger of the year')).split('/').at(-1);
  const page = await world.signIn();
  const redirect_uri = await pageOfApp();
  const asked = { scope: 'workbooks:read workbooks:write', resource: url, redirect_uri };

  await page.goto(app.begin(asked).href);
  await page.getByRole('heading', { name: 'Let “Ledger helper” act for you?' }).waitFor();
  await page.getByText('It takes you back to a program on this computer.').waitFor();
  await page.getByLabel('Change workbooks').uncheck();
  await page.getByLabel('Where').selectOption('Ledger of the year');
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'app-consent');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByText('back in the app').waitFor();
  const redeemed = await app.redeem(new URL(page.url()).searchParams.get('code'), { redirect_uri });
  const { access_token } = (await redeemed.json()) as { access_token: string };
  const granted = world.service.as(access_token);
  expect((await granted.get('/api/v1/me')).body).toMatchObject({
    scopes: ['workbooks:read'],
    resource: `workbook:${workbook}`,
  });

  await page.goto(app.begin(asked).href);
  await page.getByRole('button', { name: 'Do not allow' }).click();
  await page.getByText('back in the app').waitFor();
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');

  await page.goto('/settings/tokens');
  const apps = page.getByRole('table', { name: 'Apps that you let in' });
  await apps.getByRole('button', { name: 'End: Ledger helper' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
  await apps.getByText('ended', { exact: true }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  expect((await granted.get('/api/v1/me')).status).toBe(401);
});

/** Where the app has its user's browser led back to. */
async function pageOfApp(): Promise<string> {
  const server = createServer((_, response) => response.end('back in the app')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
}

test('a user connects a device by the code that it shows', async () => {
  const begun = await app.ask({ client_id: 'wds', scope: 'workbooks:read' }, '/oauth/device_authorization');
  const device = (await begun.json()) as { user_code: string; verification_uri: string };
  const page = await world.signIn();
  await page.goto(device.verification_uri);
  await page.getByLabel('Code').fill(device.user_code.toLowerCase());
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Let “wds” act for you?' }).waitFor();
  await page.getByText('It waits on a device that shows a code.').waitFor();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByRole('heading', { name: 'The app may act for you now' }).waitFor();
});
