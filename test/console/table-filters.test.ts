import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleWorld, eventually, keepPicture, seriousFaults } from '../support/console.js';
import { cellsOf, uploadedTable } from '../support/console-tables.js';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await ConsoleWorld.start();
});
afterAll(() => world?.dispose());

const content =
  'city,team,points\nTokyo,red,3\nosaka,blue,5\n,red,2\nTOKYO,blue,1\nOsaka,red,4\nTokyo,red,6\n';

test('a user ticks values with their counts, searches in them and in all texts, and sorts by several columns', async () => {
  const path = await uploadedTable(world, 'games', content);
  const page = await world.signIn();
  await page.goto(path);
  const choose = async (column: string, item: string) => {
    await page.getByRole('button', { name: `Column ${column}` }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await choose('city', 'Filter…');
  await page.getByLabel('Search the values').fill('TOK');
  await eventually(() =>
    page.getByRole('list', { name: 'Values' }).getByRole('listitem').allTextContents(),
  ).toEqual(['Tokyo2', 'TOKYO1']);
  await page.getByRole('button', { name: 'Tick all that are listed' }).click();
  await page.getByLabel('Search the values').fill('');
  await page.getByLabel(/^\(empty\)/).check();
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'table-values');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('city is one of Tokyo, TOKYO, (empty)').waitFor();
  await page.getByText('4 of 6 rows, 3 columns').waitFor();
  await choose('team', 'Sort ascending');
  await choose('points', 'Then sort descending');
  await eventually(() => cellsOf(page, 2)).toEqual(['Tokyo', 'red', '6']);
  await page.getByRole('button', { name: 'Remove all filters' }).click();
  await page.getByLabel('Search the texts of the table').fill('osa');
  await page.getByText('2 of 6 rows, 3 columns').waitFor();
  await page.reload();
  await eventually(() => cellsOf(page, 1)).toEqual(['osaka', 'blue', '5']);
  await page.getByLabel('Search the texts of the table').fill('');
  await page.getByText('6 rows, 3 columns').waitFor();
});

test('a user groups rows, unfolds a group, and goes to its rows; a view keeps the groups', async () => {
  const path = await uploadedTable(world, 'games', content);
  const views = `/api/v1${path}/views`;
  const { id } = (await world.api.post(views, { name: 'Teams', group_by: ['team', 'city'] })).body;
  const page = await world.signIn();
  await page.goto(`${path}?view=${id}`);
  const groups = page.getByRole('region', { name: 'Groups' });
  await groups
    .getByRole('row', { name: /^Unfold red 4|red/ })
    .first()
    .waitFor();
  await eventually(() => groups.getByRole('row').allTextContents()).toEqual([
    'team · cityRowsSum of points',
    'blue26',
    'red415',
    'Total621',
  ]);
  await page.getByRole('button', { name: 'Unfold red' }).press('Enter');
  await eventually(() => groups.getByRole('row').allTextContents()).toContain('Tokyo29');
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'table-groups');
  await page.getByRole('button', { name: 'show the rows of Tokyo' }).press('Enter');
  await eventually(() => cellsOf(page, 1)).toEqual(['Tokyo', 'red', '3']);
  await page.getByText('2 of 6 rows, 3 columns').waitFor();

  const japanese = await world.signIn({ language: 'ja-JP', width: 390 });
  await japanese.goto(`${path}?group=${encodeURIComponent('["city"]')}`);
  await japanese.getByRole('columnheader', { name: 'points の合計' }).waitFor();
  expect(await seriousFaults(japanese)).toEqual([]);
});

test('a user replaces texts in the rows that are shown, after a look at what changes, and undoes it as one', async () => {
  const path = await uploadedTable(world, 'games', content);
  const page = await world.signIn();
  await page.goto(path);
  await page.getByRole('button', { name: 'Find and replace' }).click();
  await page.getByLabel('Find', { exact: true }).fill('tokyo');
  await page.getByLabel('Replace with').fill('Tōkyō');
  await page.getByRole('button', { name: 'Show what changes' }).click();
  await page.getByText('3 of 3 changes').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'table-replace');
  await page.getByRole('button', { name: 'Replace in 3 cells' }).click();
  await eventually(() => cellsOf(page, 4)).toContain('Tōkyō');
  await page.getByText('3 cells were changed.').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await eventually(() => cellsOf(page, 4)).toContain('TOKYO');
});
