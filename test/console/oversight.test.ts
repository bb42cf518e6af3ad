import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '../support/api.js';
import { ConsoleWorld, keepPicture, seriousFaults } from '../support/console.js';

let world: ConsoleWorld;
let api: Api;
let workbook: string;
let home: string;
beforeAll(async () => {
  world = await ConsoleWorld.start();
  api = world.api;
  workbook = await api.workbook('Invoices');
  home = workbook.replace('/api/v1', '');
  const lines = ['invoice,item,qty,price,amount', ...invoices()];
  await api.upload(
    `${workbook}/sources`,
    { name: 'invoices.csv', content: `${lines.join('\n')}\n` },
    { structuring: 'skip' },
  );
});
afterAll(() => world?.dispose());

/** Lines whose amounts are quantity times price, but for one. */
function invoices(): string[] {
  return Array.from({ length: 20 }, (_, i) => {
    const [qty, price] = [i + 1, 2.5];
    return `INV-${100 + i},Item ${i},${qty},${price},${i === 12 ? 99 : qty * price}`;
  });
}

test('a review runs, shows what does not add up, and leads to the rows; its address shows the same to others', async () => {
  const page = await world.signIn();
  await page.goto(`${home}/review`);
  await page.getByRole('heading', { name: 'Not reviewed yet' }).waitFor();
  await page.getByRole('button', { name: 'Review now' }).click();
  await page.getByRole('heading', { name: /An amount is not quantity times price/ }).waitFor();
  await keepPicture(page, 'review');
  expect(await seriousFaults(page)).toEqual([]);

  await page.reload();
  await page.getByRole('link', { name: 'Show in the table invoices amount' }).click();
  await page.getByRole('grid').waitFor();
  expect(new URL(page.url()).pathname).toBe(`${home}/tables/invoices`);
});

test('the audit log says who did what, and that nobody touched it', async () => {
  const page = await world.signIn();
  await page.goto(`${home}/audit-log`);
  await page.getByText(/The log is untouched: \d+ entries/).waitFor();
  const row = page.getByRole('row', { name: `${world.user.email} Added a file` });
  await row.getByRole('button', { name: /Details of entry/ }).click();
  await page.getByText('invoices.csv').waitFor();
  await keepPicture(page, 'audit-log');
  expect(await seriousFaults(page)).toEqual([]);
});

test('both fit a phone in Japanese', async () => {
  const page = await world.signIn({ language: 'ja-JP', width: 390, height: 780 });
  for (const [address, title] of [
    ['review', 'レビュー'],
    ['audit-log', '監査ログ'],
  ] as const) {
    await page.goto(`${home}/${address}`);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), address).toBe(true);
    expect(await seriousFaults(page), address).toEqual([]);
  }
});
