import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleWorld, eventually, keepPicture, seriousFaults } from '../support/console.js';
import { SalesWorkbook } from '../support/sales-workbook.js';

let world: ConsoleWorld;
let workbook: SalesWorkbook;
/** Of the workbook in the console. */
let address: string;
beforeAll(async () => {
  world = await ConsoleWorld.start();
  workbook = await SalesWorkbook.make(world.api);
  address = workbook.path.replace('/api/v1', '');
});
afterAll(() => world?.dispose());

const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL statement' });

test('a user types a query with help, sees what is wrong where it is wrong, and shares the answer', async () => {
  const page = await world.signIn();
  await page.goto(`${address}/query`);
  await page.getByRole('button', { name: 'region Text' }).waitFor();
  await editor(page).click();
  await page.keyboard.type('select re');
  await page.getByRole('option', { name: /^region/ }).click();
  await page.keyboard.type(', su');
  await page.getByRole('option', { name: /^sum/ }).click();
  await page.keyboard.type('amuont');
  await page.keyboard.press('End');
  await page.keyboard.type(' as total from sales where product <> $skip group by region');
  await expect.poll(() => page.getByText(/amuont" not found/).textContent()).toMatch(/amount/);
  await page.keyboard.press('F8');
  await page.keyboard.type('amount');
  await page.getByLabel('$skip', { exact: true }).fill('jam');
  await page.keyboard.press('Escape');
  await editor(page).press('Control+Enter');
  await expect.poll(() => page.getByText(/rows in/).textContent()).toMatch(/^2 rows/);
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'query');

  const other = await world.signIn();
  await other.goto(page.url());
  await other.getByText(/^2 rows in/).waitFor();
  expect(await other.getByLabel('$skip', { exact: true }).inputValue()).toBe('jam');

  await workbook.add({ region: 'east', product: 'tea', amount: 3 });
  await other.getByRole('button', { name: 'Run again' }).click();
  await other.getByText(/^3 rows in/).waitFor();
});

test('a user makes a table and a chart of a query, sees the table go stale, and computes it again', async () => {
  const page = await world.signIn();
  const sql = 'select region, sum(amount) as total\nfrom sales\ngroup by region';
  await page.goto(`${address}/query?${new URLSearchParams({ sql })}`);
  await page.getByRole('button', { name: 'Make a chart' }).click();
  await page.getByLabel('Name of the table').fill('by_region');
  await page.getByLabel('region', { exact: true }).check();
  await page.getByRole('button', { name: 'Save, then compose the chart' }).click();
  await page.getByRole('img', { name: 'Preview' }).waitFor();
  await page.getByText('More choices').click();
  await page.getByLabel('Order').selectOption('By value, greatest first');
  await page.getByLabel('Title above the chart').fill('Takings by region');
  await page.getByLabel('Name of the chart').fill('Takings');
  await keepPicture(page, 'chart');
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save chart' }).click();
  const picture = page.getByRole('img', { name: 'Takings by region' });
  // Nothing, where the chart cannot be drawn.
  await eventually(() => picture.evaluate((chart) => chart.getBoundingClientRect().height)).toBeGreaterThan(
    100,
  );

  await workbook.add({ region: 'west', product: 'tea', amount: 30 });
  await page.getByRole('link', { name: 'Lineage' }).click();
  await page.getByText('1 stale').waitFor();
  const list = page.getByRole('region', { name: 'Everything in the graph' });
  await list.getByRole('button', { name: 'by_region Table stale' }).click();
  await keepPicture(page, 'lineage');
  expect(await seriousFaults(page)).toEqual([]);
  await list.getByRole('button', { name: 'by_region Transform' }).click();
  await list.getByRole('link', { name: 'Open' }).click();
  await page.getByText('sales was changed since.').waitFor();
  await keepPicture(page, 'transform');
  await page.getByRole('button', { name: 'Recompute', exact: true }).click();
  await page.getByText('Current').waitFor();
  expect(await workbook.cells('by_region')).toContain('west 30');
});

test('a user composes a report with what comes out in view, and downloads it', async () => {
  const page = await world.signIn();
  await page.goto(`${address}/reports`);
  await page.getByRole('button', { name: 'New report' }).click();
  await page.getByLabel('Name').fill('Monthly');
  await page.getByLabel('Begin with').selectOption('The table sales');
  await page.getByRole('button', { name: 'Make report' }).click();

  const paper = page.getByRole('region', { name: 'The report' });
  await page.getByRole('button', { name: 'Change Table sales' }).click();
  await page.getByLabel('Title above the table').fill('Tea only');
  await page.getByRole('button', { name: 'Add a condition' }).click();
  const condition = page.getByRole('group', { name: 'Condition 1' });
  await condition.getByLabel('Column').selectOption('product');
  await condition.getByLabel('Condition', { exact: true }).selectOption('is');
  await condition.getByLabel('Value').fill('tea');
  await page.getByRole('group', { name: 'Total of amount' }).getByLabel('Total', { exact: true }).check();
  await paper.getByRole('caption').getByText('Tea only').waitFor();
  await expect.poll(() => paper.getByText('jam').count()).toBe(0);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Preliminary figures.');
  await page.getByRole('textbox', { name: 'Text', exact: true }).press('Escape');
  await page.getByRole('button', { name: 'Move Text Preliminary figures. up' }).click();
  await expect.poll(() => paper.getByRole('listitem').nth(1).textContent()).toContain('Preliminary figures.');
  await page.getByRole('button', { name: 'Change Table Tea only' }).click();
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'report');

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download for Excel' }).click();
  expect((await download).suggestedFilename()).toBe('Monthly.xlsx');
  const { body } = await world.api.get(`${workbook.path}/sheets/Monthly`);
  expect(body.spec.blocks.map(({ kind }: { kind: string }) => kind)).toEqual([
    'heading',
    'text',
    'table_view',
  ]);
  expect(body.spec.blocks[2]).toMatchObject({
    filter: { and: [{ column: 'product', op: 'eq', value: 'tea' }] },
    totals: [{ column: 'amount', fn: 'sum' }],
  });
});

test('a user shares a report by a link, which people open without an account until it is ended', async () => {
  const spec = { blocks: [{ kind: 'table_view', table: 'sales' }] };
  await world.api.put(`${workbook.path}/sheets/Open%20figures`, { spec });
  const page = await world.signIn();
  await page.goto(`${address}/reports/Open%20figures`);
  await page.getByRole('button', { name: 'Share…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share “Open figures”' });
  await dialog.getByLabel('Last day').fill('2099-03-31');
  await dialog.getByLabel('Password').fill('quiet harbour');
  await dialog.getByRole('button', { name: 'Make link' }).click();
  const link = await dialog.getByLabel('Address of the link').inputValue();
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'share-link');

  const visitor = await world.visit();
  const shared = new URL(link).pathname;
  await visitor.goto(shared);
  await visitor.locator('input[type=password]').fill('quiet harbour');
  await visitor.keyboard.press('Enter');
  await visitor.getByRole('cell', { name: 'tea' }).first().waitFor();

  await dialog.getByRole('button', { name: /^End the link of/ }).press('Enter');
  await page.getByRole('button', { name: 'End', exact: true }).press('Enter');
  await eventually(async () => (await visitor.goto(shared))?.status()).toBe(404);
  await dialog.getByLabel('Last day').waitFor();
  expect(await dialog.getByRole('listitem').count()).toBe(0);
});

test('a derived table is recomputed by itself, which is run, paused and ended on the page of schedules', async () => {
  await world.api.post(`${workbook.path}/transforms`, {
    name: 'amounts',
    kind: 'sql',
    code: 'select sum(amount) as amount from {{ sales }}',
    args: { sales: 'sales' },
    output: 'amounts',
  });
  const page = await world.signIn();
  await page.goto(`${address}/transforms/amounts`);
  await page.getByLabel('Recompute it by itself when its data changes').check();
  await page.getByRole('link', { name: 'Schedules' }).click();
  const row = page.getByRole('row', { name: /amounts/ });
  await row.getByText('When its data changes').waitFor();
  const choose = async (action: string) => {
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Run now');
  await row.getByText('done').waitFor();
  await choose('Past runs');
  await page.getByRole('list', { name: 'Past runs' }).getByText('done').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await choose('Pause');
  await row.getByText('Somebody paused it.').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'schedules');
  await choose('Resume');
  await row.getByText('Active').waitFor();
  await choose('End');
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
  await page.getByText('Nothing is updated by itself yet').waitFor();
  await page.getByRole('button', { name: 'Update by itself' }).click();
  await page.getByLabel('What to update').selectOption('amounts');
  await page.getByRole('button', { name: 'Save' }).click();
  await row.getByText('When its data changes').waitFor();
});
