import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '../support/api.js';
import { ConsoleWorld, keepPicture, seriousFaults } from '../support/console.js';
import { UNSURE } from '../support/unsure-sheet.js';

let world: ConsoleWorld;
let api: Api;
beforeAll(async () => {
  world = await ConsoleWorld.start();
  api = world.api;
});
afterAll(() => world?.dispose());

const file = { name: 'muddle.csv', mimeType: 'text/csv', buffer: Buffer.from(UNSURE) };

const activeTables = async (workbook: string) =>
  (await api.get(`${workbook}/tables`)).body.artifacts.map(({ name }: { name: string }) => name);

test('after an upload that nothing is sure of, a user takes what was found with the keyboard', async () => {
  const workbook = await api.workbook();
  const page = await world.signIn();
  await page.goto(workbook.replace('/api/v1', ''));
  await page.getByText('Drop a spreadsheet here').waitFor();
  await page.getByLabel('Upload files').first().setInputFiles(file);

  await page.getByText(/No way to read this sheet is sure enough, so its cells stay as they are/).waitFor();
  await page
    .getByRole('listitem', { name: 'The cells stay as they are in the sheet.' })
    .getByText('As it is now')
    .waitFor();
  const found = page.getByRole('listitem', { name: 'The tables that were found in it.' });
  await found.getByRole('columnheader').first().waitFor();
  await keepPicture(page, 'other-readings');
  expect(await seriousFaults(page)).toEqual([]);

  const before = await activeTables(workbook);
  await found.getByRole('button', { name: /^Take this/ }).press('Enter');
  await page.getByText(/tables? (was|were) made/).waitFor();
  await found.getByText('As it is now').waitFor();
  expect(await activeTables(workbook)).not.toEqual(before);
});

test('the page that corrects a reading shows the others, on a phone and in Japanese too', async () => {
  const workbook = await api.workbook();
  // The workspace has learned how to read it above.
  await api.upload(`${workbook}/sources`, { name: file.name, content: UNSURE }, { reading: 'ignore' });
  const page = await world.signIn({ language: 'ja-JP', width: 390, height: 800 });
  await page.goto(`${workbook.replace('/api/v1', '')}/files/muddle.csv`);
  await page.getByText(/確かな読み取り方が見つからないため/).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  const found = page.getByRole('listitem', { name: 'シートから見つかった表にします。' });
  await found.getByRole('button', { name: /^これにする/ }).click();
  await page.getByText(/個の表を作成しました/).waitFor();
  await page.getByText(/確かな読み取り方が見つからないため/).waitFor({ state: 'detached' });
});
