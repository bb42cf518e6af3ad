import { afterAll, beforeAll, expect, test } from 'vitest';
import { ScriptedModel } from '../../server/test-support/scripted-model.js';
import { ConsoleWorld, seriousFaults } from '../support/console.js';
import { TestService } from '../support/service.js';
import { UNSURE } from '../support/unsure-sheet.js';

let model: ScriptedModel;
let service: TestService;
let world: ConsoleWorld;
beforeAll(async () => {
  model = await ScriptedModel.start();
  service = await TestService.start({ env: model.variables() });
  world = await ConsoleWorld.start(service);
});
afterAll(async () => {
  await world?.dispose();
  await service?.dispose();
  await model?.stop();
});

const types = { B: 'BIGINT', C: 'BIGINT' };
const names = { B: 'small', C: 'large', D: 'mark' };
const change = { id: 'r1', layout: 'flat', totals: [5], names, types, blanks: ['B3', 'C5'], why: 'one list' };

test('a sheet that the model read says so with its reasons, and the other reading is one click away', async () => {
  model.always({ text: JSON.stringify({ keep: [], change: [change], parts: [] }) });
  const workbook = await world.api.workbook();
  const page = await world.signIn();
  await page.goto(workbook.replace('/api/v1', ''));
  const file = { name: 'muddle.csv', mimeType: 'text/csv', buffer: Buffer.from(UNSURE) };
  await page.getByText('Drop a spreadsheet here').waitFor();
  await page.getByLabel('Upload files').first().setInputFiles(file);

  await page.getByText('Read by the language model. If another way is right, take it.').waitFor();
  await page.getByText('The language model says: one list').waitFor();
  expect(await seriousFaults(page)).toEqual([]);

  const sheet = page.getByRole('listitem', { name: 'The cells stay as they are in the sheet.' });
  await sheet.getByRole('button', { name: /^Take this/ }).click();
  await page.getByText(/tables? (was|were) made/).waitFor();
  const spec = await world.api.get(`${workbook}/sources/muddle.csv/parse-spec`);
  expect(spec.body.sheets[0].read_by).toBe('rules');

  const phone = await world.signIn({ language: 'ja-JP', width: 390, height: 844 });
  await phone.goto(`${workbook.replace('/api/v1', '')}/files/muddle.csv`);
  await phone.getByText('19 セル中 19 セルが表に入っています').waitFor();
  await phone.getByText('muddle.csv のシート「muddle」の読み取り方').click();
  await phone.getByText('言語モデルの読み取り方も選べます。').waitFor();
  expect(await seriousFaults(phone)).toEqual([]);
});
