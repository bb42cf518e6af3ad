import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleWorld, eventually, keepPicture, seriousFaults } from '../support/console.js';
import { cellsOf, clickCell, uploadedTable } from '../support/console-tables.js';
import { csvOf } from '../support/files.js';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await ConsoleWorld.start();
});
afterAll(() => world?.dispose());

test('a user selects cells and sees what they come to, also far more than were read, in their language', async () => {
  const line = (row: number) => `${row},item ${row % 7},${(row % 4) / 10}`;
  const path = await uploadedTable(world, 'sales', csvOf('no,item,amount', 30_000, line));
  const page = await world.signIn();
  await page.goto(path);
  const figures = page.getByRole('region', { name: 'Figures of the selection' });
  await figures.getByText('30,000 rows').waitFor();
  await clickCell(page, 2, 'amount');
  for (let i = 0; i < 2; i++) await page.keyboard.press('Shift+ArrowDown');
  await eventually(() => figures.textContent()).toBe('3 × 1 selectedSum 0.6Average 0.2Min 0.1Max 0.3Count 3');
  await page.keyboard.press('Control+Space');
  await eventually(() => figures.textContent()).toContain('Sum 4,500Average 0.15');
  await page.getByRole('button', { name: 'Sort by no' }).click();
  await page.getByRole('button', { name: 'Sort by no' }).click();
  await clickCell(page, 1, 'no');
  await page.keyboard.press('Control+Shift+End');
  await page.keyboard.press('Shift+ArrowUp');
  await eventually(() => figures.textContent()).toContain('29,999 × 3 selected');
  await eventually(() => figures.textContent()).toContain('Max 29,999Count 89,997');
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'table-selection');

  const japanese = await world.signIn({ language: 'ja-JP', width: 390 });
  await japanese.goto(path);
  await clickCell(japanese, 2, 'amount');
  await japanese.keyboard.press('Shift+ArrowDown');
  await japanese.getByRole('region', { name: '選択範囲の集計' }).getByText('合計 0.3').waitFor();
  expect(await seriousFaults(japanese)).toEqual([]);
});

test('the handle of the selection, pulled down, repeats what is selected as one edit', async () => {
  const path = await uploadedTable(world, 'turns', 'who,n\nAnn,1\nBo,2\nx,3\ny,4\nz,5\n');
  const page = await world.signIn();
  await page.goto(path);
  await clickCell(page, 1, 'who');
  await page.keyboard.press('Shift+ArrowDown');
  const boxOf = (row: number) =>
    page
      .locator(`[aria-rowindex="${row + 1}"]`)
      .locator('[role=gridcell][aria-colindex="2"]')
      .boundingBox();
  const [from, to] = [await boxOf(2), await boxOf(5)];
  if (!from || !to) throw new Error('The cells are not in view.');
  await page.mouse.move(from.x + from.width - 1, from.y + from.height - 1);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 5 });
  // It is said for a moment only.
  const saved = page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  await page.mouse.up();
  await eventually(() => cellsOf(page, 5)).toEqual(['Ann', '5']);
  expect(await cellsOf(page, 4)).toEqual(['Bo', '4']);
  await saved;
  await page.keyboard.press('Control+z');
  await eventually(() => cellsOf(page, 5)).toEqual(['z', '5']);
});
