import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleWorld, keepPicture, seriousFaults } from '../support/console.js';

const orders = [
  'day,region,product,pieces,price',
  '2026-01-05,North,tea,10,2.5',
  '2026-01-19,South,tea,4,2.5',
  '2026-02-02,North,jam,5,4',
  '2026-02-20,North,tea,1,2.5',
].join('\n');

let world: ConsoleWorld;
let workbook: string;
beforeAll(async () => {
  world = await ConsoleWorld.start();
  const path = await world.api.workbook('Orders');
  workbook = path.replace('/api/v1', '');
  const files = { orders, regions: 'region,manager\nNorth,Ito\nSouth,Abe\n' };
  for (const [name, content] of Object.entries(files))
    await world.api.upload(`${path}/sources`, { name: `${name}.csv`, content });
});
afterAll(() => world?.dispose());

test('a pivot with a calculated column is chosen in fields, and becomes a table', async () => {
  const page = await world.signIn();
  await page.goto(`${workbook}/tables/orders`);
  await page.getByRole('main').getByRole('link', { name: 'Summarise' }).click();
  await page.getByText('4 rows', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Add a calculated column' }).click();
  await page.getByRole('textbox', { name: 'Name of calculated column 1' }).fill('turnover');
  await page.getByLabel('Formula 1').fill('pieces * ');
  await page.getByLabel('Insert a column').selectOption('price');
  await page.getByRole('columnheader', { name: 'turnover' }).waitFor();
  await page.getByRole('button', { name: 'Add a group' }).click();
  await page.getByLabel('Part of day').selectOption('month');
  await page.getByRole('button', { name: 'Add a figure' }).click();
  await page.getByLabel('Column to sum up 1').selectOption('turnover');
  await page.getByLabel('One column for each value of').selectOption('region');
  const preview = page.getByRole('region', { name: 'Preview', exact: true }).first();
  await preview.getByRole('row', { name: 'Feb 1, 2026 22.5' }).waitFor();
  await preview.getByRole('row', { name: 'Jan 1, 2026 25 10' }).waitFor();
  await page.getByText("sum(turnover) filter (where region = 'North')").waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'summarise');

  await page.getByRole('button', { name: 'Make a table' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the table').fill('by month');
  await dialog.getByRole('button', { name: 'Make a table' }).click();
  await page.getByRole('heading', { name: 'by month', level: 1 }).waitFor();
  await page.getByText('2 rows, 3 columns').waitFor();
});

test('columns of another table stand beside those of its rows, and a wrong formula says what is wrong', async () => {
  const page = await world.signIn({ language: 'ja-JP', width: 390, height: 844 });
  await page.goto(`${workbook}/summarise?table=orders`);
  await page.getByLabel('加える表').selectOption('regions');
  await page.getByRole('columnheader', { name: 'manager' }).waitFor();
  await page.getByRole('cell', { name: 'Abe' }).waitFor();
  await page.getByRole('button', { name: '計算列を追加' }).click();
  await page.getByRole('textbox', { name: '計算列 1 の名前' }).fill('net');
  await page.getByLabel('数式 1').fill('nothing + 1');
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('button', { name: '表を作成' }).isDisabled()).toBe(true);
  expect(await seriousFaults(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});
