import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '../support/api.js';
import { ConsoleWorld, keepPicture, seriousFaults } from '../support/console.js';

let world: ConsoleWorld;
let api: Api;
beforeAll(async () => {
  world = await ConsoleWorld.start();
  api = world.api;
});
afterAll(() => world?.dispose());

const sales = (...lines: string[]) => lines.join('\n');
const january = sales(
  'Region,Product,Qty,Amount',
  'North,Pens,10,100.5',
  'North,Ink,4,80.25',
  'South,Pens,7,70.75',
);
const february = sales(
  'Region,Product,Qty,Amount,Channel',
  'North,Pens,3,30.5,web',
  'South,Ink,9,180.25,shop',
  'South,Pens,2,20.75,web',
);

/** The next file of its layout is read like it. */
async function correctJanuary(workbook: string): Promise<void> {
  const source = `${workbook}/sources/sales-2026-01.csv`;
  await api.upload(`${workbook}/sources`, { name: 'sales-2026-01.csv', content: january });
  const { spec_version, sheets } = (await api.get(`${source}/parse-spec`)).body;
  const { id } = sheets[0].regions.find(({ kind }: { kind: string }) => kind === 'data');
  const corrected = { name: sheets[0].name, regions: [{ id, name: 'monthly sales' }] };
  await api.put(`${source}/parse-spec`, { spec_version, sheets: [corrected] });
  expect((await api.post(`${source}/materialize`, {})).body.reading).toMatchObject({ name: 'sales-2026-01' });
}

test('a file like a corrected one says so, and what is remembered is changed and forgotten', async () => {
  const workbook = await api.workbook();
  await correctJanuary(workbook);
  const page = await world.signIn();
  const address = workbook.replace('/api/v1', '');
  await page.goto(address);
  const file = { name: 'sales-2026-02.csv', mimeType: 'text/csv', buffer: Buffer.from(february) };
  // The field of a page that still loads is replaced.
  await page.getByText('monthly sales').first().waitFor();
  await page.getByLabel('Upload files').first().setInputFiles(file);
  const told = page.getByText('Read like sales-2026-01.csv; the column Channel is new.');
  await told.waitFor();
  expect(await seriousFaults(page)).toEqual([]);

  await page.getByRole('status').getByRole('link', { name: 'sales-2026-02.csv' }).click();
  await page.getByRole('heading', { name: 'sales-2026-02.csv', level: 1 }).waitFor();
  await told.waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Read it afresh' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Read it afresh' }).click();
  await told.waitFor({ state: 'detached' });
  const spec = await api.get(`${workbook}/sources/sales-2026-02.csv/parse-spec`);
  expect(spec.body.sheets[0].reading).toBeUndefined();

  await page.goto('/settings/readings');
  await page.getByLabel('Rules, one a line').fill('missing: n/d\nbe careful');
  await page.getByRole('button', { name: 'Save' }).click();
  const meanings = page.getByRole('table', { name: 'What the rules mean' });
  await meanings
    .getByRole('row', { name: 'missing: n/d understood Cells that read "n/d" have no value.' })
    .waitFor();
  await meanings.getByRole('row', { name: /^be careful not understood/ }).waitFor();

  await page.getByLabel('Sheets that the model of this service may read').selectOption('none');
  await page.getByText('Saved').last().waitFor();
  const { workspace_id: id } = (await api.get('/api/v1/me')).body;
  expect((await api.get(`/api/control/workspaces/${id}`)).body.reading_model).toBe('never');

  await page.getByRole('button', { name: 'Change: sales-2026-01' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Monthly sales');
  await dialog.getByLabel('What becomes of its files').selectOption('are added to one table');
  await dialog.getByLabel('Table').fill('all sales');
  await dialog.getByLabel('Column for the period').fill('month');
  expect(await seriousFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const remembered = page.getByRole('row', { name: /^Monthly sales .*are added to “all sales”/ });
  await remembered.waitFor();
  await page.reload();
  await remembered.waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'recurring-files');

  const phone = await world.signIn({ language: 'ja-JP', width: 390, height: 844 });
  await phone.goto('/settings/readings');
  await phone.getByText('「n/d」と書かれたセルは値なしとします。').waitFor();
  await phone.getByText('表「all sales」に行を追加').waitFor();
  expect(await seriousFaults(phone)).toEqual([]);
  expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(390);

  await page.getByRole('button', { name: 'Forget: Monthly sales' }).click();
  await dialog.getByRole('button', { name: 'Forget' }).click();
  await page.getByText('Nothing is remembered yet').waitFor();
  const { workspace_id } = (await api.get('/api/v1/me')).body;
  expect((await api.get(`/api/v1/workspaces/${workspace_id}/readings`)).body.readings).toEqual([]);
});
