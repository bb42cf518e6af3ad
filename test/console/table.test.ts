import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleWorld, eventually, keepPicture, seriousFaults } from '../support/console.js';
import { cellsOf, coloursDrawn, uploadedTable } from '../support/console-tables.js';
import { csvOf } from '../support/files.js';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await ConsoleWorld.start();
});
afterAll(() => world?.dispose());

test('a user reads a long table: scrolls to its end, sorts it, and shares the link', async () => {
  const line = (row: number) =>
    `${row},item ${row % 7},${(row * 37) % 1000}.5,2026-01-${String((row % 28) + 1).padStart(2, '0')}`;
  const path = await uploadedTable(world, 'sales', csvOf('no,item,amount,day', 30_000, line));
  const page = await world.signIn();
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/rows?') && asked.push(request.url()));
  const opened = await page.goto(path);
  await eventually(() => cellsOf(page, 1)).toEqual(['0', 'item 0', '0.5', 'Jan 1, 2026']);
  // The answer with the page lets the browser ask for the rows at once; the page must ask for no others.
  const [announced] = /^<([^>]+)>; rel=preload; as=fetch/.exec(opened?.headers().link ?? '')?.slice(1) ?? [];
  expect(asked.map((url) => url.replace(new URL(url).origin, ''))).toContain(announced);
  expect(new Set(asked).size).toBe(1);
  // Surface, lines and letters.
  await eventually(() => coloursDrawn(page)).toBeGreaterThan(10);
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'table');

  await page.getByRole('gridcell', { name: 'item 1' }).first().click({ force: true });
  await page.keyboard.press('Control+End');
  await eventually(() => cellsOf(page, 30_000)).toEqual(['29999', 'item 4', '963.5', 'Jan 12, 2026']);

  await page.getByRole('button', { name: 'Sort by amount' }).click();
  await eventually(() => cellsOf(page, 1)).toContain('0.5');
  await page.getByRole('button', { name: 'Sort by amount' }).click();
  await eventually(() => cellsOf(page, 1)).toContain('999.5');
  // A link also opens at the cell where the selection has come to rest; this one is to show the order alone.
  const link = new URL(page.url());
  link.searchParams.delete('row');
  const other = await world.signIn();
  await other.goto(link.href);
  await eventually(() => cellsOf(other, 1)).toContain('999.5');
});
