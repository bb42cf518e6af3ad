import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleWorld, eventually, keepPicture, seriousFaults } from '../support/console.js';
import { cellsOf, clickCell, uploadedTable } from '../support/console-tables.js';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await ConsoleWorld.start();
});
afterAll(() => world?.dispose());

const stock = 'item,qty,price,day\napple,5,1.5,2026-01-31\npear,7,2.25,2026-02-28\nfig,9,0.8,2026-03-31\n';

async function openTable(content = stock): Promise<{ page: Page; path: string; api: string }> {
  const path = await uploadedTable(world, 'stock', content);
  const page = await world.signIn();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(path);
  await page.getByRole('gridcell', { name: 'apple' }).waitFor();
  return { page, path, api: `/api/v1${path}` };
}

test('a user types into cells, is refused what makes no sense, and undoes through the op log', async () => {
  const { page, api } = await openTable();
  await clickCell(page, 1, 'qty');
  await page.keyboard.type('1,200');
  await page.keyboard.press('Enter');
  await eventually(() => cellsOf(page, 1)).toEqual(['apple', '1200', '1.5', 'Jan 31, 2026']);
  await page.keyboard.type('many');
  await page.keyboard.press('Tab');
  await page.getByRole('alert').getByText('is not a whole number').waitFor();
  expect((await cellsOf(page, 2))[1]).toBe('many (not saved)');
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'table-refused');
  await page.getByRole('button', { name: 'Discard' }).click();
  await eventually(() => cellsOf(page, 2)).toEqual(['pear', '7', '2.25', 'Feb 28, 2026']);

  await clickCell(page, 1, 'item');
  await page.keyboard.press('F2');
  await page.keyboard.type(' pie');
  // It is said for a moment only.
  const saved = page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await eventually(() => cellsOf(page, 1)).toContain('apple pie');
  await saved;
  await page.keyboard.press('Control+z');
  await eventually(() => cellsOf(page, 1)).toContain('apple');
  await page.keyboard.press('Control+z');
  await eventually(() => cellsOf(page, 1)).toContain('5');
  await page.keyboard.press('Control+y');
  await eventually(() => cellsOf(page, 1)).toContain('1200');
  const { body } = await world.api.get(`${api.replace(/\/tables.*/, '')}/ops`);
  expect(body.ops.filter((op: { undone_by: number | null }) => op.undone_by !== null)).toHaveLength(3);
});

test('a user types Japanese into a selected cell, without opening it', async () => {
  const { page } = await openTable();
  await clickCell(page, 2, 'item');
  const keyboard = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  for (const text of ['n', 'な', 'なs', 'なし']) await compose(text);
  // Enter ends the conversion, and does not leave the cell.
  await keyboard.send('Input.dispatchKeyEvent', {
    type: 'keyDown',
    key: 'Process',
    windowsVirtualKeyCode: 229,
  });
  await keyboard.send('Input.insertText', { text: '梨' });
  const saved = page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await eventually(() => cellsOf(page, 2)).toContain('梨');
  await saved;
});

test('a user pastes from Excel, fills down, clears, adds and deletes rows', async () => {
  const { page } = await openTable();
  const paste = async (text: string) => {
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await page.keyboard.press('Control+v');
  };
  await clickCell(page, 3, 'item');
  await paste('"two\nlines"\t1,000\t3.5\t2026/4/1\r\nplum\t4\t1\t2026/4/2\r\n');
  await eventually(() => cellsOf(page, 3)).toEqual(['two\nlines', '1000', '3.5', 'Apr 1, 2026']);
  await eventually(() => cellsOf(page, 4)).toEqual(['plum', '4', '1', 'Apr 2, 2026']);

  await clickCell(page, 1, 'price');
  for (let i = 0; i < 2; i++) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+d');
  await eventually(() => cellsOf(page, 3)).toContain('1.5');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+c');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    '1.5\t2026-01-31\r\n1.5\t2026-02-28\r\n1.5\t2026-04-01',
  );
  await page.keyboard.press('Delete');
  await eventually(() => cellsOf(page, 2)).toEqual(['pear', '7', '', '']);

  await page.getByRole('button', { name: 'Delete 3 rows' }).click();
  await eventually(() => cellsOf(page, 1)).toEqual(['plum', '4', '1', 'Apr 2, 2026']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await eventually(() => cellsOf(page, 4)).toContain('plum');
});

test('an edit of somebody else appears by itself, and an edit that lost its race can be applied again', async () => {
  const { page, api } = await openTable();
  const colleague = world.api;
  const theyWrite = (row: object) =>
    colleague.post(`${api}/rows/upsert`, { rows: [row], expected_version: null });
  await theyWrite({ __svc_row_id: 3, item: 'quince' });
  await eventually(() => cellsOf(page, 3)).toContain('quince');

  await clickCell(page, 1, 'qty');
  // Their edit arrives on the way, before this page has heard of it.
  const overtake = async (route: Route) => {
    await theyWrite({ __svc_row_id: 1, qty: 50 });
    await route.continue();
  };
  await page.route('**/rows/upsert', overtake, { times: 1 });
  await page.keyboard.type('60');
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: '1 qty 5 50 60' }).waitFor();
  await keepPicture(page, 'table-lost-race');
  await page.getByRole('button', { name: 'Apply mine again' }).click();
  await eventually(() => cellsOf(page, 1)).toContain('60');
  // The page shows a value before it is saved.
  await eventually(async () => (await colleague.get(`${api}/rows`)).body.rows[0].qty).toBe(60);
});

test('Ctrl+Z takes back the newest change of any kind, in the order in which they were made', async () => {
  const { page, api } = await openTable();
  await clickCell(page, 1, 'qty');
  await page.keyboard.type('8');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  await world.api.delete(`${api}/columns/price?expected_version=null`);
  await eventually(() => cellsOf(page, 1)).toEqual(['apple', '8', 'Jan 31, 2026']);
  await page.keyboard.press('Control+z');
  await page.getByText('Undone: Dropped column price').waitFor();
  await eventually(() => cellsOf(page, 1)).toEqual(['apple', '8', '1.5', 'Jan 31, 2026']);
  await page.keyboard.press('Control+z');
  await eventually(() => cellsOf(page, 1)).toEqual(['apple', '5', '1.5', 'Jan 31, 2026']);
  await page.keyboard.press('Control+Shift+z');
  await eventually(() => cellsOf(page, 1)).toContain('8');
  await page.keyboard.press('Control+Shift+z');
  await page.getByText('Done again: Dropped column price').waitFor();
  await eventually(() => cellsOf(page, 1)).toEqual(['apple', '8', 'Jan 31, 2026']);
});
