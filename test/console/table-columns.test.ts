import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ConsoleWorld, eventually, keepPicture, seriousFaults } from '../support/console.js';
import { cellsOf, clickCell, uploadedTable } from '../support/console-tables.js';
import { emailOf, invited, memberPassword } from '../support/members.js';

let world: ConsoleWorld;
let page: Page;
beforeAll(async () => {
  world = await ConsoleWorld.start();
});
beforeEach(async () => {
  page = await world.signIn();
});
afterAll(() => world?.dispose());

/** Opens a table of its own for each story, and answers its address. */
async function openStock(): Promise<string> {
  const content = 'item,qty,price\napple,5,1.5\npear,7,2.25\nfig,9,0.8\nplum,40,1\n';
  const path = await uploadedTable(world, 'stock', content);
  await page.goto(path);
  return path;
}

async function choose(column: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Column ${column}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a user filters and sorts by the menu of a column, and a link shows the same to others', async () => {
  const path = await openStock();
  await choose('qty', 'Filter…');
  await page.getByLabel('Condition').selectOption('is at least');
  await page.getByLabel('Value').fill('7');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('3 of 4 rows, 3 columns').waitFor();
  await choose('qty', 'Sort descending');
  await eventually(() => cellsOf(page, 1)).toEqual(['plum', '40', '1']);
  const other = await world.signIn();
  await other.goto(page.url());
  await eventually(() => cellsOf(other, 1)).toEqual(['plum', '40', '1']);
  await page.getByRole('button', { name: 'Remove the filter qty is at least 7' }).click();
  await page.getByText('4 rows, 3 columns').waitFor();

  await page.goto(`${path}?row=3&column=price`);
  await page.getByRole('textbox', { name: 'price, row 3: 0.8' }).waitFor();
  await page.goto(`${path}?row=3&column=price&sort=${encodeURIComponent('["-qty"]')}`);
  await page.getByRole('textbox', { name: 'price, row 2: 0.8' }).waitFor();
  await page.goto(`${path}s`);
  await page.getByRole('alert').getByRole('link', { name: 'To the tables of the workbook' }).waitFor();
});

test('a user looks at the values of a column, renames it, and makes another follow a formula', async () => {
  await openStock();
  await choose('qty', 'Values and statistics…');
  const profile = page.getByRole('dialog', { name: 'Values of qty' });
  await profile.getByRole('img', { name: /Distribution/ }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'table-profile');
  await page.getByRole('button', { name: 'Close' }).click();

  await choose('price', 'Add a column…');
  await page.getByRole('textbox', { name: 'Name' }).fill('value');
  await page.getByLabel('Type').selectOption('DOUBLE');
  await page.getByRole('button', { name: 'Save' }).click();
  await choose('value', 'Formula…');
  await page.getByRole('textbox', { name: 'Formula' }).fill('=[qty]*[prize]');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText(/prize/).first().waitFor();
  await page.getByRole('textbox', { name: 'Formula' }).fill('=[qty]*[price]');
  await page.getByRole('button', { name: 'Save' }).click();
  await eventually(() => cellsOf(page, 1)).toEqual(['apple', '5', '1.5', '7.5']);
  await clickCell(page, 1, 'value');
  await page.keyboard.type('9');
  await page.getByText('value is computed by a formula.').waitFor();
  await page.getByRole('button', { name: 'Details of the cell' }).click();
  await page.getByRole('complementary').getByText('[qty]*[price]').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await choose('item', 'Rename…');
  await page.getByRole('textbox', { name: 'Name' }).fill('品目');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('columnheader', { name: '品目' }).waitFor();
});

test('a user finds where a cell comes from and what it was before, and writes a note', async () => {
  await openStock();
  await clickCell(page, 2, 'qty');
  await page.keyboard.type('8');
  await page.keyboard.press('Enter');
  await eventually(() => cellsOf(page, 2)).toContain('8');
  await clickCell(page, 2, 'price');
  await page.getByRole('button', { name: 'Details of the cell' }).click();
  const details = page.getByRole('complementary', { name: 'Details of the cell' });
  await details.getByText('qty: 7 → 8').waitFor();
  await details.getByText('stock.csv').first().waitFor();
  await details.getByLabel('Note').fill('<b>as of</b> the invoice');
  await details.getByRole('button', { name: 'Save the note' }).click();
  await eventually(() => cellsOf(page, 2)).toContain('2.25 (note: <b>as of</b> the invoice)');
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'table-details');
});

test('a derived table says why it is out of date and is recomputed, and a masked column is shown as such', async () => {
  const path = await openStock();
  const api = world.api;
  const workbook = `/api/v1${path.replace(/\/tables.*/, '')}`;
  await api.post(`${workbook}/transforms`, {
    name: 'total',
    kind: 'sql',
    code: 'select sum(qty) as total from {{ stock }}',
    args: { stock: 'stock' },
    output: 'total',
  });
  await page.goto(path.replace('stock', 'total'));
  await page.getByRole('main').getByText('Derived', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Add row' }).count()).toBe(0);
  await api.post(`${workbook}/tables/stock/rows/upsert`, {
    rows: [{ __svc_row_id: 1, qty: 100 }],
    expected_version: null,
  });
  await page.getByText('stock was changed.').waitFor();
  await page.getByRole('button', { name: 'Recompute' }).click();
  await eventually(() => cellsOf(page, 1)).toEqual(['156']);

  await api.post(`${workbook}/tables/stock/columns/price/tags`, { tag: 'secret' });
  await api.put(`${workbook}/policies/secret`, { effect: 'mask', role: '*' });
  await page.goto(path);
  await page.getByRole('columnheader', { name: 'Masked price' }).waitFor();
  await eventually(() => cellsOf(page, 1)).toEqual(['apple', '100', 'masked']);
  await page.goto(path.replace(/\/tables.*/, ''));
  await page.getByText('nobody can open or download its files').waitFor();
  expect(await page.getByRole('link', { name: 'Download stock.csv' }).count()).toBe(0);
});

test('a viewer reads rows and what is known of them, and is offered nothing that would be refused', async () => {
  const path = await openStock();
  const { workspace_id } = (await world.api.get('/api/v1/me')).body;
  await invited(world.service, world.api, workspace_id, 'reader-of-stock', 'viewer');
  const viewer = await world.signIn({ who: { email: emailOf('reader-of-stock'), password: memberPassword } });
  await viewer.goto(path.replace(/\/tables.*/, ''));
  await viewer.getByText('You are a viewer in this workspace').waitFor();
  await viewer
    .getByRole('button', { name: /^What to do with/ })
    .first()
    .click();
  expect(await viewer.getByRole('menuitem').allTextContents()).toEqual(['Share']);
  expect(await viewer.getByRole('button', { name: 'Upload files' }).count()).toBe(0);
  expect(await seriousFaults(viewer)).toEqual([]);

  await viewer.goto(path);
  await viewer.getByText('Read only', { exact: true }).waitFor();
  await clickCell(viewer, 1, 'item');
  await viewer.keyboard.type('cherry');
  await viewer.keyboard.press('Enter');
  expect(await cellsOf(viewer, 1)).toEqual(['apple', '5', '1.5']);
  await viewer.getByRole('button', { name: 'Details of the cell' }).waitFor();
  expect(await viewer.getByRole('button', { name: /Add row|Delete|Undo/ }).count()).toBe(0);
  await viewer.getByRole('button', { name: 'Column qty' }).click();
  expect(await viewer.getByRole('menuitem').allTextContents()).toEqual([
    'Sort ascending',
    'Sort descending',
    'Filter…',
    'Values and statistics…',
    'Group by this column',
    'Hide',
    'Freeze',
    'Move left',
    'Move right',
    'Columns and formats…',
  ]);
});

test('a user makes a table by hand, renames it, sets it aside, brings it back, and deletes it', async () => {
  const workbook = await world.api.workbook('By hand');
  await page.goto(workbook.replace('/api/v1', ''));
  await page.getByRole('button', { name: 'New table' }).click();
  await page.getByLabel('Name of the table').fill('Tools');
  await page.getByLabel('Name of column 1').fill('tool');
  await page.getByLabel('Name of column 2').fill('pieces');
  await page.getByLabel('Type of column 2').selectOption('BIGINT');
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByRole('button', { name: 'Add row' }).first().click();
  await page.getByText('1 rows, 2 columns').waitFor();

  const manage = async (table: string, item: RegExp) => {
    await page.getByRole('button', { name: `What to do with ${table}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await manage('Tools', /^Rename/);
  await page.getByLabel('Name', { exact: true }).fill('Toolbox');
  await page.getByLabel('Description').fill('What hangs on the wall');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Toolbox', level: 1 }).waitFor();
  await manage('Toolbox', /^Archive/);
  await page.getByText('Toolbox is archived').waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByText('Archived tables (1)').click();
  await page.getByRole('table', { name: 'Archived tables' }).getByText('What hangs on the wall').waitFor();
  await manage('Toolbox', /^Unarchive/);
  await page.getByText('Toolbox is back among the tables').waitFor();
  await page.getByText('Archived tables').waitFor({ state: 'detached' });
  await manage('Toolbox', /^Delete/);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Deleted: Toolbox').waitFor();
  await page.getByRole('region', { name: 'Drop a spreadsheet here' }).waitFor();
});

test('a user merges the spellings of a name, as one change that is taken back', async () => {
  const content =
    'city,n\nTokyo,1\nTokyo,2\nTOKYO,3\nTōkyō,4\nOsaka,5\nLiverpool,6\nLiverpool,7\nLivrepool,8\n';
  await page.goto(await uploadedTable(world, 'shops', content));
  await choose('city', 'Tidy similar values…');
  const dialog = page.getByRole('dialog', { name: 'Similar values of “city”' });
  await dialog.getByRole('checkbox', { name: 'Merge the values like “Tokyo”' }).check();
  await dialog.getByRole('textbox', { name: 'What the values like “Tokyo” become' }).fill('東京');
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'table-tidy');
  await dialog.getByRole('button', { name: 'Change 4 cells' }).click();
  await eventually(() => cellsOf(page, 3)).toEqual(['東京', '3']);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await eventually(() => cellsOf(page, 3)).toEqual(['TOKYO', '3']);
});
