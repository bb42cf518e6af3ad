import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleWorld, keepPicture, seriousFaults } from '../support/console.js';
import { SalesWorkbook } from '../support/sales-workbook.js';

let world: ConsoleWorld;
let workbook: SalesWorkbook;
/** Of the workbook in the console. */
let address: string;
beforeAll(async () => {
  world = await ConsoleWorld.start();
  workbook = await SalesWorkbook.make(await world.service.signIn());
  address = workbook.path.replace('/api/v1', '');
});
afterAll(() => world?.dispose());

const editor = (page: Page) => page.getByRole('textbox', { name: 'SQL statement' });

test('a user types a query with help, sees what is wrong where it is wrong, and shares the answer', async () => {
  const page = await world.signIn();
  await page.goto(`${address}/query`);
  await page.getByRole('button', { name: 'region varchar' }).waitFor();
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
  await other.getByText(/^2 rows/).waitFor();
  expect(await other.getByLabel('$skip', { exact: true }).inputValue()).toBe('jam');

  await workbook.add({ region: 'east', product: 'tea', amount: 3 });
  await other.getByRole('button', { name: 'Run again' }).click();
  await other.getByText(/^3 rows/).waitFor();
});
