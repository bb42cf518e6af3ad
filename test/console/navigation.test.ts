import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleWorld, keepPicture, seriousFaults } from '../support/console.js';

let world: ConsoleWorld;
let workbook: string;
beforeAll(async () => {
  world = await ConsoleWorld.start();
  const path = await world.api.workbook('Cellar');
  workbook = path.replace('/api/v1', '');
  for (const month of ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august'])
    await world.api.upload(`${path}/sources`, {
      name: `${month}.csv`,
      content: `barrel,month\nB1,${month}\n`,
    });
  await world.api.upload(`${path}/sources`, { name: 'growers.csv', content: 'grower,village\nAbe,Koshu\n' });
  await world.api.post(`${path}/transforms`, {
    name: 'villages',
    kind: 'sql',
    code: 'select village, count(*) as growers from {{ growers }} group by all',
    args: { growers: 'growers' },
    output: 'villages',
  });
});
afterAll(() => world?.dispose());

test('the tables of a workbook stand beside every page, and are found by their columns', async () => {
  const page = await world.signIn();
  await page.goto(`${workbook}/versions`);
  const tables = page.getByRole('navigation', { name: 'Pages of the workbook' }).getByRole('region', {
    name: 'Tables',
  });
  await tables.getByText('Derived').waitFor();
  await tables.getByRole('searchbox', { name: 'Find a table' }).fill('grower');
  expect(await tables.getByRole('link').allTextContents()).toEqual(['growers', 'villages']);
  await tables.getByRole('searchbox').press('Enter');
  await page.getByRole('heading', { name: 'growers', level: 1 }).waitFor();
  await tables.getByRole('searchbox').fill('');
  await tables.getByRole('link', { name: 'villages' }).click();
  await page.getByRole('heading', { name: 'villages', level: 1 }).waitFor();
  // The one that was open before is the most recent.
  expect(await tables.getByRole('link').first().textContent()).toBe('growers');
  expect(await seriousFaults(page)).toEqual([]);
});

test('Ctrl+K finds tables, columns, pages and commands, with the keyboard alone', async () => {
  const page = await world.signIn();
  await page.goto(workbook);
  await page.getByRole('heading', { name: 'Cellar', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /Search tables/ });
  const chosen = page.getByRole('option', { selected: true });
  await field.fill('village');
  await page
    .getByRole('group', { name: 'Columns' })
    .getByRole('option', { name: /village.*growers/ })
    .waitFor();
  expect(await field.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'palette');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  expect(await chosen.textContent()).toBe('villages');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'villages', level: 1 }).waitFor();

  await page.keyboard.press('Control+k');
  await field.fill('audit');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();

  await page.keyboard.press('Control+k');
  await field.fill('new table');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'New table' }).waitFor();
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await field.fill('nowhere to be found');
  await page.getByText('Nothing found').waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
});

test('on a telephone tables and pages are in a drawer, which closes behind what was chosen', async () => {
  const page = await world.signIn({ language: 'ja-JP', width: 390, height: 844 });
  await page.goto(workbook);
  await page.getByRole('button', { name: 'メニューを開く' }).click();
  const drawer = page.getByRole('dialog', { name: 'Cellar' });
  await drawer.getByRole('link', { name: 'march' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await drawer.getByRole('link', { name: 'march' }).click();
  await page.getByRole('heading', { name: 'march', level: 1 }).waitFor();
  await drawer.waitFor({ state: 'detached' });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await page.getByRole('button', { name: '検索またはコマンドを入力' }).click();
  await page.getByRole('combobox').fill('gatsu');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

test('a table of a report is called by what it is wherever it is named', async () => {
  const path = await world.api.workbook('Levels');
  const levels = path.replace('/api/v1', '');
  const columns = [{ name: 'total', type: 'BIGINT' }];
  await world.api.post(`${path}/tables`, { name: 'Sales_level2', columns });
  await world.api.post(`${path}/versions`, { label: 'empty' });
  const rows = [{ total: 5 }];
  await world.api.post(`${path}/tables/Sales_level2/rows/upsert`, { rows, expected_version: null });
  const page = await world.signIn();
  const main = page.getByRole('main');
  await page.goto(`${levels}/compare?from=empty`);
  await main.getByRole('heading', { name: 'Sales · level 2' }).waitFor();
  await page.goto(`${levels}/lineage`);
  await main.getByRole('button', { name: 'Sales · level 2' }).waitFor();
  await page.goto(`${levels}/summarise`);
  await main.getByRole('option', { name: 'Sales · level 2' }).first().waitFor({ state: 'attached' });
  await page.goto(`${levels}/charts?table=Sales_level2&chart_type=bar`);
  await main.getByRole('option', { name: 'Sales · level 2' }).first().waitFor({ state: 'attached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Search tables/ }).fill('level 2');
  await page.getByRole('option', { name: /^Sales · level 2/ }).waitFor();
});

test('an address that leads nowhere is told as a page', async () => {
  const page = await world.visit();
  expect((await page.goto('/nowhere'))?.status()).toBe(404);
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  const asked = await page.request.get('/nowhere', { headers: { accept: 'application/json' } });
  expect((await asked.json()).type).toBe('/problems/route-not-found');
});
