import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleWorld, keepPicture, seriousFaults } from '../support/console.js';
import { uploadedTable } from '../support/console-tables.js';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await ConsoleWorld.start();
});
afterAll(() => world?.dispose());

test('a developer makes a token, and finds it in examples for programs and agents', async () => {
  const feed = (await uploadedTable(world, 'feed', 'a\n1\n')).replace(/.*(wb_[^/]+).*/, '/odata/$1/');
  const page = await world.signIn();
  await page.goto('/settings/developers');
  const curl = page.locator('pre', { hasText: '/api/v1/me/workbooks' }).first();
  await curl.getByText('YOUR_TOKEN').waitFor();
  await page.getByRole('button', { name: 'Make a token' }).click();
  await page.getByLabel('Name').fill('my script');
  await page.getByRole('button', { name: 'Make it' }).click();
  const token = await page.getByLabel('The secret').inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await curl.getByText(`Bearer ${token}`).waitFor();
  await page.locator('pre', { hasText: 'claude mcp add' }).getByText(token).waitFor();
  expect((await world.service.as(token).get('/api/v1/me/workbooks')).status).toBe(200);
  await page.getByText(feed).waitFor();
  expect((await world.service.as(token).get(feed)).body.value).toMatchObject([{ name: 'feed' }]);
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'developers');
  await page.reload();
  await curl.getByText('YOUR_TOKEN').waitFor();

  const japanese = await world.signIn({ language: 'ja-JP', width: 390 });
  await japanese.goto('/settings/developers');
  await japanese.getByRole('heading', { name: 'エージェントの接続' }).waitFor();
  expect(await seriousFaults(japanese)).toEqual([]);
});

test('rows as they are shown, and a statement, are copied as commands', async () => {
  const path = await uploadedTable(world, 'stock', 'item,qty\napple,5\npear,9\n');
  const page = await world.signIn();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  const order = encodeURIComponent(JSON.stringify(['-qty']));
  await page.goto(`${path}?sort=${order}`);
  await page.getByRole('button', { name: 'What to do with stock' }).click();
  await page.getByRole('menuitem', { name: 'Copy as curl' }).click();
  await page.getByText('The command is copied.').waitFor();
  expect(await copied()).toContain(`--data-urlencode 'order_by=["-qty"]'`);

  await page.goto(`${path.replace('/tables/stock', '/query')}?sql=select%201%20as%20one`);
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await page.getByText('Copied').waitFor();
  expect(await copied()).toContain(`-d '{"sql":"select 1 as one"}'`);
});
