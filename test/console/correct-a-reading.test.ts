import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '../support/api.js';
import { ConsoleWorld, keepPicture, seriousFaults } from '../support/console.js';
import { csvOf } from '../support/files.js';
import { messyReport } from '../support/messy-report.js';

let world: ConsoleWorld;
let api: Api;
beforeAll(async () => {
  world = await ConsoleWorld.start();
  api = world.api;
});
afterAll(() => world?.dispose());

const SALES = 'Sales by shop, first half of 2025';

/** A workbook with a messy report in it; its address in the API, and that of the file in the console. */
async function uploaded(name = 'shop-sales.xlsx', content: string | Uint8Array = messyReport()) {
  const workbook = await api.workbook();
  // What one test corrects is not to be followed in the next.
  const fields = { reading: 'ignore' };
  expect((await api.upload(`${workbook}/sources`, { name, content }, fields)).status).toBe(201);
  return { workbook, files: `${workbook.replace('/api/v1', '')}/files` };
}

const text = async (page: Page, pattern: RegExp) => {
  await page.getByText(pattern).first().waitFor();
};

async function drag(page: Page, edge: RegExp, rows: number): Promise<void> {
  const box = await page.getByRole('button', { name: edge }).boundingBox();
  if (!box) throw new Error('The edge is not in view.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + rows * 22, { steps: 4 });
  await page.mouse.up();
}

test('a user sees how a messy sheet was read, corrects it with the mouse, and makes tables of it', async () => {
  const { workbook, files } = await uploaded();
  const page = await world.signIn();
  await page.goto(files);
  await page.getByRole('link', { name: 'shop-sales.xlsx' }).click();

  // The sheet as it is, with everything accounted for and one total that is wrong.
  await page.getByRole('gridcell', { name: 'F10 △4' }).waitFor();
  await text(page, /^93 of 93 cells are in tables$/);
  await text(page, /1 of \d+ totals does not agree/);
  await keepPicture(page, 'reading');
  await page.getByRole('button', { name: /^E12 says 580, parts give 508$/ }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('cell')).toBe('E12');

  // The last row is dragged out of the table: its cells are marked, and undo brings them back.
  await page.getByRole('button', { name: SALES, exact: true }).click();
  await drag(page, /^Bottom edge of/, -1);
  await text(page, /^85 of 93 cells are in tables$/);
  await text(page, /^\d numbers would no longer be in a table \(the first in \w+\)\.$/);
  await page.keyboard.press('Control+z');
  await text(page, /^93 of 93 cells are in tables$/);

  // One question, one name, and the tables that come of it are there before anything is saved.
  const question = page.getByRole('group', { name: /a table for each level/ });
  await question.getByRole('button', { name: 'No, one table' }).click();
  await question.waitFor({ state: 'detached' });
  const tables = page.getByRole('region', { name: 'Resulting tables' });
  await tables.getByRole('columnheader', { name: /^Q1 2025 Jan/ }).waitFor();
  const name = page.getByLabel('Name of column C');
  await name.fill('January');
  await name.press('Enter');
  await tables.getByRole('columnheader', { name: /^January/ }).waitFor();
  await keepPicture(page, 'correcting');

  await page.getByRole('button', { name: 'Save and make tables' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('checkbox', { name: /^Update the \d tables/ }).isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'Save and make tables' }).click();
  await text(page, /tables of shop-sales\.xlsx are up to date/);
  const { body } = await api.get(`${workbook}/tables/${encodeURIComponent(SALES)}/rows`);
  expect(body.rows[0]).toMatchObject({ Region: 'North', Shop: 'Sapporo', January: 120 });
  expect(body.total).toBe(4);
});

test('a user draws a region over cells that were read as something else, by keyboard alone', async () => {
  const { files } = await uploaded();
  const page = await world.signIn();
  await page.goto(`${files}/shop-sales.xlsx?cell=A16`);
  const sheet = page.getByRole('grid', { name: 'Sheet Report' });
  await page.getByRole('gridcell', { name: 'A16 Staff' }).waitFor();
  await sheet.focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', ...Array(5).fill('ArrowDown')])
    await page.keyboard.press(`Shift+${key}`);
  await text(page, /^Selected: A16:D21$/);
  await page.getByRole('button', { name: 'Mark as note' }).press('Enter');
  await page.getByRole('button', { name: 'Note', exact: true }).last().waitFor();
  await page.getByRole('tab', { name: /^Staff/ }).waitFor({ state: 'detached' });
  await page.getByLabel('Kind').selectOption('Table');
  await page.getByLabel('Name of column A').waitFor();
  const top = page.getByRole('button', { name: /^Top edge of/ });
  await top.focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.getByLabel('Range').inputValue()).toBe('A17:D21');
  await expect.poll(() => page.getByLabel('Name of column B').inputValue()).toBe('Manager');
  expect(await seriousFaults(page)).toEqual([]);
});

test('a user who is overtaken sees what the other changed, and decides', async () => {
  const { workbook, files } = await uploaded();
  const page = await world.signIn();
  await page.goto(`${files}/shop-sales.xlsx?region=r5`);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('People');
  await name.press('Enter');
  await page.getByRole('tab', { name: /^People/ }).waitFor();
  await api.put(`${workbook}/sources/shop-sales.xlsx/parse-spec`, { answers: { 'r2.levels': 'flat' } });
  await text(page, /Somebody else corrected this file in the meantime/);
  await text(page, new RegExp(`${SALES} \\(A4:I12\\): shape`));
  await page.getByRole('button', { name: 'Save mine over it' }).click();

  // The table takes its new name, and what is computed from it goes on.
  const before = (await api.get(`${workbook}/tables`)).body.artifacts;
  const staff = before.find(({ name }: { name: string }) => name.startsWith('Staff'));
  const args = { staff: staff.name };
  const copy = { name: 'copy', kind: 'sql', code: 'select * from {{ staff }}', args, output: 'copy' };
  expect((await api.post(`${workbook}/transforms`, copy)).status).toBe(201);
  await page.getByRole('button', { name: 'Save and make tables' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save and make tables' }).click();
  await text(page, /tables of shop-sales\.xlsx are up to date/);
  const after = (await api.get(`${workbook}/tables`)).body.artifacts;
  expect(after.find(({ id }: { id: string }) => id === staff.id).name).toBe('People');
  const { body } = await api.get(`${workbook}/sources/shop-sales.xlsx/parse-spec`);
  expect(body.sheets[0].regions.find(({ id }: { id: string }) => id === 'r5').name).toBe('People');
});

test('tables go on being made while their user looks at other pages', async () => {
  const { workbook, files } = await uploaded();
  const page = await world.signIn();
  await page.goto(`${files}/shop-sales.xlsx?region=r5`);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('People');
  await name.press('Enter');
  await page.getByRole('tab', { name: /^People/ }).waitFor();
  // The job waits for its turn until the user has left and come back.
  const jobs = /\/api\/v1\/jobs\//;
  await page.route(jobs, (route) =>
    route.fulfill({ json: { status: 'running', progress: { percent: 30 } } }),
  );
  await page.getByRole('button', { name: 'Save and make tables' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save and make tables' }).click();
  await page.getByRole('progressbar', { name: 'The tables are being made.' }).waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { name: 'Files' }).first().waitFor();
  await page.goBack();
  await page.getByRole('progressbar', { name: 'The tables are being made.' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.unroute(jobs);
  await text(page, /tables of shop-sales\.xlsx are up to date/);
  await page.getByRole('tab', { name: /^People/ }).waitFor();
  const { artifacts } = (await api.get(`${workbook}/tables`)).body;
  expect(artifacts.map(({ name: one }: { name: string }) => one)).toContain('People');
});

test('on a phone and in Japanese, sheet, reading and tables take turns', async () => {
  const { files } = await uploaded();
  const page = await world.signIn({ language: 'ja-JP', width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${files}/shop-sales.xlsx`);
  await page.getByRole('gridcell', { name: 'A6 North' }).waitFor();
  await keepPicture(page, 'reading-phone');
  await page.getByRole('tab', { name: '読み取り結果' }).click();
  await page.getByRole('heading', { name: '確認したいこと' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('tab', { name: '作られる表' }).click();
  await page.getByRole('tab', { name: /· 階層 2 \d/ }).waitFor();
});

test('a link to a cell far down a large sheet leads there, and names do no harm', async () => {
  const attack = '<img src=x onerror=alert(1)>';
  const content = csvOf(`id,${attack}`, 50_000, (row) => `${row},${attack} ${row}`);
  const { files } = await uploaded('large.csv', content);
  const page = await world.signIn();
  await page.goto(`${files}/large.csv?cell=B40001`);
  await page.getByRole('gridcell', { name: `B40001 ${attack} 39999` }).waitFor();
  expect(await page.getByRole('gridcell').count()).toBeLessThan(300);
});
