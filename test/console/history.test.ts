import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { EditedXlsx } from '../../sheets/test-support/edited-xlsx.js';
import type { Api } from '../support/api.js';
import { ConsoleWorld, keepPicture, seriousFaults } from '../support/console.js';

const orders =
  'item,region,qty,price\nTea,North,5,3.20\nJam,South,2,4.10\nFig,North,1,0.75\nSalt,East,9,1.10\nRice,West,4,2.60\n';

let world: ConsoleWorld;
let api: Api;
let directory: string;
let workbook: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'console-history-'));
  world = await ConsoleWorld.start();
  api = world.api;
});
afterAll(async () => {
  await world?.dispose();
  await rm(directory, { recursive: true });
});
beforeEach(async () => {
  workbook = await api.workbook('Orders');
  await api.upload(`${workbook}/sources`, { name: 'orders.csv', content: orders }, { structuring: 'skip' });
});

const open = async (page: Page, name: string) => {
  await page.goto(`${workbook.replace('/api/v1', '')}/${name}`);
};
const write = (...rows: object[]) =>
  api.post(`${workbook}/tables/orders/rows/upsert`, { rows, expected_version: null });
const rows = async (): Promise<Record<string, unknown>[]> =>
  (await api.get(`${workbook}/tables/orders/rows`)).body.rows;

test('export, edit, merge, conflict: a file comes back edited, and what both sides changed is decided', async () => {
  const page = await world.signIn();
  await open(page, 'exchange');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export for editing' }).click();
  const exported = join(directory, (await downloading).suggestedFilename());
  await (await downloading).saveAs(exported);
  await page.getByRole('button', { name: 'Close the export' }).waitFor();

  const book = await EditedXlsx.open(exported);
  const sheet = book.sheet();
  const at = (heading: string, row: number) => `${sheet.column(heading)}${row}`;
  sheet.set(at('qty', 3), 7);
  sheet.set(at('price', 4), 0.8);
  const added = sheet.rowCount + 1;
  sheet.set(at('item', added), 'Oil');
  sheet.set(at('qty', added), 'three');
  sheet.deleteRow(5);
  const edited = join(directory, 'orders edited.xlsx');
  await book.save(edited);
  await write({ __svc_row_id: 2, qty: 20 });

  await page.getByLabel('Drop the edited file here').setInputFiles(edited);
  await page.getByRole('button', { name: 'Leave cells that cannot be read as they were' }).click();
  const plan = page.getByRole('region', { name: 'What orders edited.xlsx would change' });
  await plan.waitFor();
  const cells = plan.getByRole('table', { name: 'Changes of orders' });
  expect(await cells.getByRole('row').count()).toBe(5);
  await cells.getByRole('row', { name: /changed\s*2 Jam South 20 7/ }).waitFor();
  await plan.getByText('1 conflict').first().waitFor();
  await keepPicture(page, 'merge');
  expect(await seriousFaults(page)).toEqual([]);
  expect((await rows()).length).toBe(5);

  expect(await page.getByLabel('Save the merged file').isChecked()).toBe(true);
  const returning = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  const returned = join(directory, 'returned.xlsx');
  await (await returning).saveAs(returned);
  const given = (await EditedXlsx.open(returned)).sheet();
  expect([given.get(at('item', 6)), given.get(`${given.column('__svc_row_id')}6`)]).toEqual(['Oil', 6]);
  await page.getByRole('link', { name: 'Decide the conflicts (1)' }).click();
  const queue = page.getByRole('list', { name: 'Conflicts to decide' });
  const conflict = queue.getByRole('listitem');
  await conflict.getByText('orders · qty · Jam · South').waitFor();
  expect(await conflict.getByRole('definition').allInnerTexts()).toEqual(['2', '20', '7']);
  await keepPicture(page, 'conflicts');
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('1');
  await page.getByRole('heading', { name: 'Nothing to decide' }).waitFor();
  expect(await rows()).toMatchObject([
    { item: 'Tea' },
    { item: 'Jam', qty: 20 },
    { item: 'Fig', price: 0.8 },
    { item: 'Rice' },
    { item: 'Oil' },
  ]);
});

test('a user pins a state, sees what changed since, goes back to it, and comes back', async () => {
  const page = await world.signIn();
  await open(page, 'versions');
  await page.getByRole('button', { name: 'Pin this state' }).first().click();
  await page.getByLabel('Label').fill('As received');
  await page.getByLabel('What it is').fill('Before we touched it');
  await page.getByRole('button', { name: 'Pin', exact: true }).click();
  await page.getByRole('heading', { name: 'As received' }).waitFor();

  await write({ __svc_row_id: 1, qty: 50 }, { item: 'Oil', qty: 3, region: 'East' });
  await api.post(`${workbook}/tables/orders/rows/delete`, { row_ids: [3], expected_version: null });
  await page.getByRole('link', { name: 'What changed since As received' }).click();
  const diff = page.getByRole('table', { name: 'Changed rows of orders' });
  await diff.getByRole('row', { name: /changed\s*1 Tea North 5 50/ }).waitFor();
  await diff.getByRole('row', { name: /deleted\s*3 Fig/ }).waitFor();
  await diff.getByRole('row', { name: /inserted\s*6 Oil/ }).waitFor();
  expect(new URL(page.url()).search).toBe('?from=As+received');
  await keepPicture(page, 'compare');
  expect(await seriousFaults(page)).toEqual([]);

  await page.getByRole('link', { name: 'To the versions' }).click();
  await page.getByRole('button', { name: 'Go back to As received' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('row', { name: /orders gets its old content/ }).waitFor();
  await keepPicture(page, 'restore');
  await dialog.getByRole('button', { name: 'Go back', exact: true }).click();
  await page.getByText('The workbook is as it was at “As received”.').waitFor();
  expect((await rows()).map(({ item }) => item)).toEqual(['Tea', 'Jam', 'Fig', 'Salt', 'Rice']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The workbook is as it was before.').waitFor();
  expect((await rows())[0]).toMatchObject({ item: 'Tea', qty: 50 });
  await page.getByText('automatic').first().waitFor();
  await keepPicture(page, 'versions');
  expect(await seriousFaults(page)).toEqual([]);
});

test("every change is listed, another user's without reload, and undone in one click unless that loses later edits", async () => {
  const page = await world.signIn();
  await open(page, 'changes');
  await page.getByText('Added file orders.csv').waitFor();
  const { body: first } = await write({ __svc_row_id: 1, qty: 6 });
  await page.getByRole('button', { name: `Undo change ${first.op_id}` }).waitFor();
  await write({ __svc_row_id: 1, qty: 7 });
  await page.getByRole('button', { name: `Undo change ${first.op_id}` }).click();
  await page.getByRole('alert').getByText('Later edits changed cells').waitFor();
  await page.getByRole('button', { name: 'Undo anyway' }).click();
  await page.getByText(/^Undone by/).waitFor();
  expect((await rows())[0]).toMatchObject({ qty: 5 });

  await page.getByLabel('What').selectOption({ label: 'Files' });
  await page
    .getByText(/^Set qty of row 1/)
    .first()
    .waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?kind=source');
  await page.getByLabel('What').selectOption({ label: 'Policies' });
  await page.getByRole('button', { name: 'Show all changes' }).click();
  await page.getByRole('button', { name: `Details #${first.op_id}` }).click();
  await page.getByText(/qty: \d+ → \d+/).waitFor();
  await keepPicture(page, 'changes');
  expect(await seriousFaults(page)).toEqual([]);
});

test('a tracked file: its new version is looked at, taken, compared and taken back', async () => {
  const page = await world.signIn();
  await open(page, 'exchange?tab=tracked');
  const csv = (content: string) => ({
    name: 'budget.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });
  const budget = 'region,amount\nNorth,120\nSouth,80\n';
  await page.getByLabel('Drop a file here to track it').setInputFiles(csv(budget));
  await page.getByRole('heading', { name: 'budget.csv' }).waitFor();

  const next = csv(budget.replace('120', '130'));
  await page.getByLabel('Drop the new version of budget.csv here').setInputFiles(next);
  const plan = page.getByRole('region', { name: 'What budget.csv would change' });
  await plan.getByText('1 row changed').waitFor();
  await plan.getByRole('button', { name: 'Take this version' }).click();
  await page.getByRole('button', { name: 'What it changed: version 2' }).click();
  await page.getByRole('row', { name: 'B2 120 130' }).waitFor();
  await keepPicture(page, 'tracked-file');
  expect(await seriousFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Go back to it: version 1' }).click();
  await page.getByText('Version 3 is taken.').waitFor();
  const { body } = await api.get(`${workbook}/tables/budget/rows`);
  expect(body.rows[0]).toMatchObject({ amount: 120 });
});

test('in Japanese on a phone every page of the history fits, and says what to do where it is empty', async () => {
  const page = await world.signIn({ language: 'ja-JP', width: 390, height: 780 });
  const pages = {
    changes: '変更履歴',
    versions: 'バージョン',
    compare: '比較',
    exchange: 'Excel 連携',
    conflicts: '競合',
  };
  for (const [address, title] of Object.entries(pages)) {
    await open(page, address);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), address).toBe(true);
    expect(await seriousFaults(page), address).toEqual([]);
  }
});

test('a state that was pinned by itself is found by what happened then, kept under a name, and gone back to', async () => {
  await api.delete(`${workbook}/tables/orders/columns/price?expected_version=null`);
  await api.delete(`${workbook}/tables/orders?expected_version=null`);
  const page = await world.signIn();
  await open(page, 'versions');
  await page.getByText('No pinned states yet').waitFor();
  await page.getByRole('link', { name: 'Pinned by itself' }).click();
  await page.getByRole('heading', { name: 'Before "orders" was deleted' }).waitFor();
  const title = 'Before a column of "orders" was deleted';
  await page.getByRole('heading', { name: title }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: `Keep: ${title}` }).click();
  await page.getByLabel('Label').fill('with prices');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep', exact: true }).click();
  await page.getByText('“with prices” is pinned.').waitFor();
  await page.getByRole('button', { name: 'Go back to with prices' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go back', exact: true }).click();
  await expect.poll(async () => (await rows()).length).toBe(5);
  expect((await rows())[0]).toHaveProperty('price');

  // What was done to the workbook is undone on any of its pages.
  await open(page, 'changes');
  await page.getByRole('heading', { name: 'Changes' }).waitFor();
  await page.keyboard.press('Control+z');
  await page.getByText('Undone: Restored an earlier state').waitFor();
});
