import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleWorld, eventually, keepPicture, seriousFaults } from '../support/console.js';
import { cellsOf, uploadedTable } from '../support/console-tables.js';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await ConsoleWorld.start();
});
afterAll(() => world?.dispose());

const content =
  'region,product,amount\nnorth,apple,5\nnorth,pear,7\nsouth,apple,9\nsouth,pear,4\neast,apple,3\neast,pear,8\n';

test('a chart is chosen by its picture, says what a mark shows, filters by its legend and leads to the rows', async () => {
  const path = await uploadedTable(world, 'sales', content);
  const workbook = path.replace('/tables/sales', '');
  const page = await world.signIn();
  await page.goto(
    `${workbook}/charts?table=sales&chart_type=bar&x=region&y=%5B%22amount%22%5D&series=product`,
  );
  await page.getByRole('img', { name: 'Preview' }).waitFor();
  await page.getByRole('radio', { name: 'Stacked bars' }).check({ force: true });
  const chart = page.getByRole('region', { name: 'Preview' });
  const legend = chart.getByRole('group', { name: 'product' });
  await legend.getByRole('button', { name: 'pear' }).click();
  expect(await legend.getByRole('button', { name: 'pear' }).getAttribute('aria-pressed')).toBe('false');
  await legend.getByRole('button', { name: 'pear' }).press('Enter');
  const box = await chart.locator('canvas').boundingBox();
  if (!box) throw new Error('The chart is not in view.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.7];
  await eventually(async () => {
    await page.mouse.move(x, y);
    await page.mouse.move(x + 1, y);
    return await chart.getByText('south', { exact: true }).count();
  }).toBe(1);
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'charts-live');
  await page.mouse.click(x, y);
  await eventually(async () => (await cellsOf(page, 1))[0]).toBe('south');
  await page.goBack();
  await chart.getByText('The figures').click();
  await chart.getByRole('button', { name: 'Show the rows of east · pear · 8' }).press('Enter');
  await eventually(() => cellsOf(page, 1)).toEqual(['east', 'pear', '8']);
});

test('on a phone and in Japanese, saved charts are drawn by the page, and by the service where they have a look of their own', async () => {
  const path = await uploadedTable(world, 'sales', content);
  const charts = `/api/v1${path.replace('/tables/sales', '')}/charts`;
  const pie = { chart_type: 'pie', table: 'sales', x: 'region', y: ['amount'] };
  await world.api.put(`${charts}/shares`, pie);
  await world.api.put(`${charts}/own`, { ...pie, config: { background: '#ffeeee' } });
  const page = await world.signIn({ language: 'ja-JP', width: 390 });
  await page.goto(path.replace('/tables/sales', '/charts'));
  await page
    .getByRole('img', { name: /shares/ })
    .locator('canvas')
    .waitFor();
  await page.locator('img[alt*="own"]').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
});
