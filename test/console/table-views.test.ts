import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleWorld, eventually, keepPicture, seriousFaults } from '../support/console.js';
import { cellsOf, uploadedTable } from '../support/console-tables.js';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await ConsoleWorld.start();
});
afterAll(() => world?.dispose());

const content =
  'item,qty,price,day\napple,5,1234.5,2026-01-05\npear,7,2.25,2026-02-06\nfig,9,0.8,2026-03-07\n';

async function choose(page: Page, column: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Column ${column}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

const openViews = (page: Page) => page.getByRole('button', { name: /^View: / }).click();

test('a user moves, hides, freezes and formats columns, and saves that as a view which others open', async () => {
  const path = await uploadedTable(world, 'stock', content);
  const page = await world.signIn();
  await page.goto(path);
  const title = (name: string) => page.getByRole('columnheader', { name }).getByText(name, { exact: true });
  const from = await title('price').boundingBox();
  const to = await title('item').boundingBox();
  if (!from || !to) throw new Error('The titles are not in view.');
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(to.x + 1, to.y + 5, { steps: 5 });
  await page.mouse.up();
  await eventually(() => cellsOf(page, 1)).toEqual(['1,234.5', 'apple', '5', 'Jan 5, 2026']);
  await choose(page, 'qty', 'Hide');
  await choose(page, 'item', 'Freeze');
  await choose(page, 'day', 'Columns and formats…');
  await page.getByLabel('Format of price').selectOption({ label: '1,234.50' });
  await page.getByLabel('Format of day').selectOption({ label: '2026-03-09' });
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'table-formats');
  await page.getByRole('button', { name: 'Done' }).click();
  await choose(page, 'price', 'Sort ascending');
  await eventually(() => cellsOf(page, 3)).toEqual(['apple', '1,234.50', '2026-01-05']);

  await openViews(page);
  await page.getByRole('menuitem', { name: 'Save as a new view…' }).click();
  await page.getByLabel('Name of the view').fill('By price');
  await page.getByLabel('Everybody who can open the table sees it').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'View: By price', exact: true }).waitFor();
  await openViews(page);
  await page.getByRole('menuitem', { name: 'All rows' }).waitFor();
  await keepPicture(page, 'table-views');
  await page.keyboard.press('Escape');

  const other = await world.signIn({ language: 'ja-JP', width: 390 });
  await other.goto(`${new URL(page.url()).pathname}?view=${new URL(page.url()).searchParams.get('view')}`);
  await eventually(() => cellsOf(other, 1)).toEqual(['fig', '0.80', '2026-03-07']);
  await other.getByRole('button', { name: 'ビュー: By price' }).waitFor();
  expect(await seriousFaults(other)).toEqual([]);

  await openViews(page);
  await page.getByRole('menuitem', { name: 'All rows' }).click();
  await eventually(() => cellsOf(page, 1)).toEqual(['apple', '5', '1,234.5', 'Jan 5, 2026']);
});

test('the keyboard alone moves and hides columns and deletes a view, and keeps what is not saved', async () => {
  const path = await uploadedTable(world, 'stock', content);
  const api = `/api/v1${path}/views`;
  const filter = { column: 'qty', op: 'gt', value: 5 };
  const { id } = (await world.api.post(api, { name: 'Many', filter })).body;
  const page = await world.signIn();
  await page.goto(`${path}?view=${id}`);
  await page.getByText('2 of 3 rows, 4 columns').waitFor();
  await page.getByRole('button', { name: 'Columns', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Move day forward' }).press('Enter');
  await page.getByLabel('Show item').press('Space');
  await page.keyboard.press('Escape');
  await eventually(() => cellsOf(page, 1)).toEqual(['7', 'Feb 6, 2026', '2.25']);
  await page.reload();
  await eventually(() => cellsOf(page, 1)).toEqual(['7', 'Feb 6, 2026', '2.25']);
  const view = page.getByRole('button', { name: 'View: Many (changed)' });
  await view.press('Enter');
  await page.getByRole('menuitem', { name: 'Save the changes' }).press('Enter');
  await page.getByText('The view “Many” is saved.').waitFor();
  expect((await world.api.get(`${api}/${id}`)).body.columns).toMatchObject([
    { name: 'item', hidden: true },
    { name: 'qty' },
    { name: 'day' },
    { name: 'price' },
  ]);
  await page.getByRole('button', { name: 'View: Many' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete the view' }).press('Enter');
  await page.getByText('3 rows, 4 columns').waitFor();
});
