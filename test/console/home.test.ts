import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ConsoleWorld, keepPicture, seriousFaults } from '../support/console.js';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await ConsoleWorld.start();
});
afterAll(() => world?.dispose());

/** Lets go of files over the page, as the hand with the mouse does. */
async function drop(page: Page, files: { name: string; content: string }[]): Promise<void> {
  const transfer = await page.evaluateHandle(`(() => {
    const made = new DataTransfer();
    for (const { name, content } of ${JSON.stringify(files)}) made.items.add(new File([content], name));
    return made;
  })()`);
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  await page.getByText(/Drop the files/).waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

test('a newcomer makes a sample workbook with one click, and is told what in it does not add up', async () => {
  const page = await world.signInNewcomer();
  await page.goto('/workbooks');
  await page.getByRole('region', { name: 'Drop a spreadsheet here' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'first-page');
  await page.getByRole('button', { name: 'Try with a sample' }).click();
  const reading = page.getByRole('region', { name: 'Here is how we read it' });
  await reading.getByText(/one total does not/).waitFor();
  await page.getByText('194 of 194 cells are in tables').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'fresh-reading');
  await reading.getByRole('link', { name: 'Open the table Sales 2025 · level 2' }).click();
  await page.getByRole('heading', { name: 'Sales 2025 · level 2', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { name: 'Sample: sales report', level: 1 }).waitFor();
  const steps = page.getByRole('region', { name: 'What to do next' });
  await steps.getByText('A total in Sales report 2025.xlsx is not the sum of its parts').waitFor();
  await steps.getByText('Sales 2025!K13').waitFor();
  const tables = page.getByRole('table', { name: 'Tables' });
  await tables.getByRole('row', { name: /sales by region.*derived/ }).waitFor();
  const files = page.getByRole('table', { name: 'Files' });
  await files.getByRole('row', { name: /Sales report 2025.xlsx.*100%.*1 does not agree/ }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'overview');

  await page.getByRole('link', { name: 'Files', exact: true }).click();
  await page.getByRole('button', { name: 'New version of Customers.csv' }).click();
  const dialog = page.getByRole('dialog', { name: 'New version of Customers.csv' });
  await dialog.getByLabel('Drop the new version here.').setInputFiles({
    name: 'Customers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Customer,Region\nCafé Nord,North\n'),
  });
  await dialog.getByText('4 rows deleted').waitFor();
  await dialog.getByRole('button', { name: 'Take this version' }).click();
  await page.getByText('Customers.csv is taken.').waitFor();
});

test('a file of the web is brought in by its address, and one that cannot be had says why', async () => {
  const web = createServer((_, answer) => answer.end('year,tons\n2025,12\n')).listen(0, '127.0.0.1');
  onTestFinished(() => void web.close());
  await once(web, 'listening');
  const address = `http://127.0.0.1:${(web.address() as AddressInfo).port}/harvest.csv`;
  const files = `${(await world.api.workbook('Harvest')).replace('/api/v1', '')}/files`;
  const page = await world.signIn();
  await page.goto(`${files}?tab=address`);
  const bring = async (url: string) => {
    await page.getByLabel('Web address of the file').fill(url);
    await page.getByRole('button', { name: 'Bring in' }).click();
  };
  await bring('http://127.0.0.1:1/harvest.csv');
  await page.getByRole('alert').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await bring(address);
  await page.getByRole('row', { name: /harvest.csv.*in tables/ }).waitFor();
});

test('files dropped on the list become a workbook, and go on while other pages are looked at', async () => {
  const page = await world.signIn();
  await page.goto('/workbooks');
  await page.getByRole('heading', { name: 'Workbooks', level: 1 }).waitFor();
  await drop(page, [
    { name: 'harvest.csv', content: 'field,tonnes\nnorth,12\nsouth,9\n' },
    { name: 'vines.csv', content: 'row,vines\n1,240\n' },
    { name: 'broken.xlsx', content: 'PK\u0003\u0004 and then nothing' },
  ]);
  await page.getByRole('heading', { name: 'harvest', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Workbooks' }).click();
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await uploads.getByText('1 file failed').waitFor();
  expect(await uploads.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/harvest\.csv.*1 table/),
    expect.stringMatching(/vines\.csv.*1 table/),
    expect.stringMatching(/broken\.xlsx.*cut short/),
  ]);
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'workbooks');
  const reading = uploads.getByRole('link', { name: /sure to be read right/ }).first();
  expect(await reading.getAttribute('href')).toMatch(/\/files\/harvest\.csv$/);
  await uploads.getByRole('link', { name: 'harvest.csv' }).click();
  await page
    .getByRole('table', { name: 'Tables' })
    .getByRole('row', { name: /harvest.*2/ })
    .waitFor();
});

test('a single file that is dropped leads on to how it was read, and from there to its table', async () => {
  const page = await world.signInNewcomer();
  await page.goto('/workbooks');
  await page.getByRole('region', { name: 'Drop a spreadsheet here' }).waitFor();
  // The service is asked how far it is; it is held up until the steps were seen.
  let goOn = () => {};
  const seen = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/jobs/*', async (route) => {
    await seen;
    await route.continue();
  });
  await drop(page, [{ name: 'harvest.csv', content: 'field,tonnes\nnorth,12\nsouth,9\n' }]);
  const arriving = page.getByRole('region', { name: 'Files on their way' });
  await arriving.getByText(/^30 B sent/).waitFor();
  await arriving.locator('[aria-current="step"]').getByText('Read its sheets').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  goOn();
  const reading = page.getByRole('region', { name: 'Here is how we read it' });
  await reading.getByText('one table').waitFor();
  await reading.getByRole('link', { name: 'Open the table harvest' }).click();
  await page.getByRole('heading', { name: 'harvest', level: 1 }).waitFor();
});

test('a workbook is found by its title and its tables, shared, renamed and deleted', async () => {
  const api = world.api;
  await api.workbook('Another one');
  await api.upload(`${await api.workbook('Ledger of the cellar <img src=x onerror=alert(1)>')}/sources`, {
    name: 'barrels<img src=x onerror=alert(1)>.csv',
    content: 'barrel,litres\nB1,225\n',
  });
  const page = await world.signIn();
  await page.goto('/workbooks');
  await page.getByRole('searchbox', { name: 'Search workbooks and tables' }).fill('litres');
  await page
    .getByRole('table', { name: 'Tables' })
    .getByRole('row', { name: /barrels.*Ledger/ })
    .waitFor();
  await page.goto('/workbooks?search=CELLAR');
  const row = page.getByRole('row', { name: /Ledger of the cellar/ });
  const menu = page.getByRole('button', { name: /What to do with/ });

  await menu.click();
  await page.getByRole('menuitem', { name: 'Share' }).click();
  // What could not be kept does not stay chosen.
  const choice = page.getByLabel(/Only its owner/);
  await page.route('**/api/v1/workbooks/*', (route) => route.fulfill({ status: 403 }), { times: 1 });
  await choice.click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  expect(await choice.isChecked()).toBe(false);
  await choice.check();
  await page.keyboard.press('Escape');
  await row.getByText('Only you').waitFor();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Rename or describe' }).click();
  await page.getByLabel('Title').fill('Cellar book');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Cellar book' }).waitFor();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete the workbook' }).click();
  await page.getByText('“Cellar book” is deleted').waitFor();
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
});

test('the list and the overview speak Japanese and fit a telephone', async () => {
  const page = await world.signIn({ language: 'ja-JP', width: 390, height: 844 });
  await page.goto('/workbooks');
  await page.getByRole('button', { name: 'サンプルで試す' }).click();
  await page.getByRole('region', { name: 'このように読み取りました' }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await page.getByRole('button', { name: 'メニューを開く' }).click();
  await page.getByRole('link', { name: '概要' }).click();
  await page.getByRole('heading', { name: 'サンプル: 売上報告書', level: 1 }).waitFor();
  await page.getByText('売上報告書2025.xlsx に、内訳と合わない合計があります').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

test('a drive is connected, and a file in one of its folders brought in to be tracked', async () => {
  const files = `${(await world.api.workbook('Harvests')).replace('/api/v1', '')}/files`;
  const page = await world.signIn();
  await page.goto(files);
  await page.getByRole('navigation', { name: 'Where the files are' }).getByText('From a drive').click();
  const connecting = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Connect Google Drive' }).click();
  const asked = await connecting;
  await asked.getByText(`Let the service read this Google Drive for ${world.user.email}?`).waitFor();
  await asked.getByRole('button', { name: 'Connect', exact: true }).click();
  await asked.getByRole('button', { name: 'Disconnect' }).waitFor();
  // What coming back from the other tab does.
  await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))');
  await page.getByRole('link', { name: 'Harvests', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Bring in by year.csv' }).click();
  await page.getByLabel('Name in this workbook').fill('harvests.csv');
  await page.getByRole('button', { name: 'Bring in', exact: true }).click();
  await page.getByText('harvests.csv is in the workbook, and tracked: 1 table.').waitFor();
  await page.getByRole('link', { name: 'Tracked: by year.csv' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'drive');
  const folder = page.url();
  await page.getByRole('link', { name: 'See how it was read' }).click();
  await page.getByRole('heading', { name: 'harvests.csv' }).waitFor();

  const telephone = await world.signIn({ language: 'ja-JP', width: 390, height: 844 });
  await telephone.goto(folder);
  await telephone.getByRole('link', { name: '追跡中: by year.csv' }).waitFor();
  await telephone.getByRole('searchbox', { name: 'ドライブ全体を検索' }).fill('cellar');
  await telephone.keyboard.press('Enter');
  await telephone.getByRole('button', { name: '取り込む: cellar.csv' }).waitFor();
  expect(await telephone.evaluate('document.documentElement.scrollWidth')).toBe(390);

  // Once, without its later versions.
  await telephone.getByRole('button', { name: '取り込む: cellar.csv' }).click();
  await telephone.getByLabel('追跡する').uncheck();
  await telephone.getByRole('button', { name: '取り込む', exact: true }).click();
  await telephone.getByRole('dialog').waitFor({ state: 'detached' });
  await telephone.getByRole('region', { name: 'アップロード' }).getByText('cellar.csv').waitFor();
  await telephone.getByRole('button', { name: '取り込む: cellar.csv' }).waitFor();
});
