import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '../support/api.js';
import { ConsoleWorld, keepPicture, seriousFaults } from '../support/console.js';

let world: ConsoleWorld;
let api: Api;
beforeAll(async () => {
  world = await ConsoleWorld.start();
  api = world.api;
});
afterAll(() => world?.dispose());

test('a steward tags a column, masks it for a role, and sees the table as that role', async () => {
  const workbook = await api.workbook('People');
  const people = { name: 'people.csv', content: 'name,team,salary\nAnn,north,5200\nBob,south,4100\n' };
  await api.upload(`${workbook}/sources`, people, { structuring: 'skip' });
  const address = `${workbook.replace('/api/v1', '')}/governance`;
  const page = await world.signIn({ height: 900 });
  await page.goto(address);
  await page.getByRole('heading', { name: 'No column has a tag' }).waitFor();

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Tag a column' }).click();
  await dialog.getByLabel('Column').selectOption('salary');
  await dialog.getByLabel('Tag', { exact: true }).fill('Pay');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('table', { name: 'Tagged columns' })
    .getByRole('row', { name: 'pay people salary here' })
    .waitFor();

  await page.getByRole('button', { name: 'Set a rule' }).click();
  await dialog.getByText('This is the first rule.').waitFor();
  await dialog.getByLabel('Tag', { exact: true }).fill('pay');
  await dialog.getByLabel('Role').fill('viewer');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const rules = page.getByRole('table', { name: 'Rules' });
  await rules.getByRole('row', { name: 'pay viewer masked' }).waitFor();

  // Looking at the page asks nothing that the audit log would tell.
  await page.getByLabel('Table', { exact: true }).selectOption('people');
  const seen = page.getByRole('table', { name: 'What roles see of people' });
  await seen.getByRole('row', { name: 'salary pay visible visible masked' }).waitFor();
  await keepPicture(page, 'governance');
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByLabel('Role', { exact: true }).selectOption('viewer');
  await seen.getByRole('row', { name: 'salary pay masked pay: masked for viewer' }).waitFor();
  expect(new URL(page.url()).search).toBe('?table=people&role=viewer');

  await rules.getByRole('button', { name: 'Remove the rule pay: masked for viewer' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await seen.getByRole('row', { name: 'salary pay visible no rule applies' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await seen.getByRole('row', { name: 'salary pay masked pay: masked for viewer' }).waitFor();

  const japanese = await world.signIn({ language: 'ja-JP', width: 390 });
  await japanese.goto(`${address}?table=people&role=viewer`);
  await japanese.getByRole('row', { name: 'salary タグ pay viewer マスク' }).waitFor();
  expect(await seriousFaults(japanese)).toEqual([]);
});
