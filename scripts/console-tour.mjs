#!/usr/bin/env node
/// <reference lib="dom" />
// Draws docs/pictures/console-tour.gif: the console takes in a messy report. Needs the build of `npm start` and Chromium
// (CHROMIUM_PATH, else the system's).
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createCanvas, GifEncoder, GlobalFonts, loadImage } from '@napi-rs/canvas';
import { chromium } from 'playwright-core';
import { owner, startService } from '../bench/support/service.mjs';

const root = new URL('../', import.meta.url);
const REPORT = new URL('console/src/rooms/workbooks/sample/sales-report.en.xlsx', root);
const PICTURE = new URL('docs/pictures/console-tour.gif', root);

const FILE = 'Sales report 2025.xlsx';
const TABLE = 'Sales 2025_階層2';
const SQL = `select Region, Manager, sum(value) as sold, any_value(Target) as target
from "${TABLE}" join Targets using (Region)
group by all
order by sold desc`;

const PAGE = { width: 1180, height: 700 };
const CAPTION_HEIGHT = 44;
const SHOWN_MS = 3200;

const font = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
);
GlobalFonts.registerFromPath(font, 'Caption');

const folder = await mkdtemp(join(tmpdir(), 'console-tour-'));
const service = await startService();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
  env: { ...process.env, FONTCONFIG_FILE: await withJapaneseFont() },
});
const gif = new GifEncoder(PAGE.width, PAGE.height + CAPTION_HEIGHT, { quality: 5 });
try {
  await takeTour();
  await writeFile(PICTURE, gif.finish());
} finally {
  await browser.close();
  await service.stop();
  await rm(folder, { recursive: true });
}

/** The fonts of the machine, which may lack Japanese letters, and one that has them. */
async function withJapaneseFont() {
  const settings = join(folder, 'fonts.conf');
  const system = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>';
  await writeFile(settings, `<fontconfig>${system}<dir>${dirname(font)}</dir></fontconfig>`);
  return settings;
}

async function takeTour() {
  const context = await browser.newContext({
    baseURL: service.url,
    viewport: PAGE,
    locale: 'en-US',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await context.request.post('/api/auth/login', { data: { ...owner, cookie: true } });
  const page = await context.newPage();
  await page.goto('/workbooks');
  await page.getByRole('region', { name: 'Drop a spreadsheet here' }).waitFor();
  const report = await carryReport(page);
  await show(page, 'Drop a report as it is: a title, merged headers, months across, subtotals, notes.');

  await page.dispatchEvent('body', 'drop', { dataTransfer: report });
  await page.getByRole('region', { name: 'Here is how we read it' }).waitFor();
  await page.getByRole('button', { name: 'Clear the list' }).click();
  await page.getByText(/cells are in tables/).waitFor();
  await show(page, 'How the sheet was read lies over it, cell by cell. Drag an edge to correct it.');

  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByText('is not the sum of its parts').first().waitFor();
  await page.getByRole('table', { name: 'Tables' }).waitFor();
  await show(page, 'It becomes tables, and what does not add up in the file is pointed out.');

  const workbook = new URL(page.url()).pathname;
  await page.goto(`${workbook}/tables/${encodeURIComponent(TABLE)}`);
  await page
    .getByRole('gridcell', { name: /Machines/ })
    .first()
    .waitFor();
  await show(page, 'Months are rows now, totals are apart: a table to edit, with every version kept.');

  await page.goto(`${workbook}/query?${new URLSearchParams({ sql: SQL })}`);
  await page.getByText(/^3 rows/).waitFor();
  await show(page, 'Ask both sheets with SQL; programs and agents do the same over HTTP and MCP.');
}

/** Carries the report over the page, as a hand with a mouse does. */
async function carryReport(page) {
  const content = (await readFile(REPORT)).toString('base64');
  const dataTransfer = await page.evaluateHandle(
    ([base64, name]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name));
      return transfer;
    },
    [content, FILE],
  );
  await page.dispatchEvent('body', 'dragover', { dataTransfer });
  await page.getByText(/Drop the files/).waitFor();
  return dataTransfer;
}

/** Adds a frame: the page with a sentence below it. */
async function show(page, caption) {
  const picture = await loadImage(await page.screenshot({ animations: 'disabled' }));
  const { width, height } = gif;
  const drawing = createCanvas(width, height).getContext('2d');
  drawing.fillStyle = '#1d3b31';
  drawing.fillRect(0, 0, width, height);
  drawing.drawImage(picture, 0, 0);
  drawing.fillStyle = '#ffffff';
  drawing.font = '19px Caption';
  drawing.textBaseline = 'middle';
  drawing.fillText(caption, 20, PAGE.height + CAPTION_HEIGHT / 2);
  const { data } = drawing.getImageData(0, 0, width, height);
  gif.addFrame(new Uint8Array(data.buffer), width, height, { delay: SHOWN_MS });
}
