/// <reference lib="dom" />
// The grid of the console in headless Chromium: opening a table of 1M x 20, frames while scrolling it, and saving a cell.
import { chromium } from 'playwright-core';
import { median, printTable, timed } from './support/measure.mjs';
import { owner, signIn, startService } from './support/service.mjs';

const ROWS = 1_000_000;
const COLUMNS = 20;
const STARTS = 3;
const OPENINGS = 10;
const EDITS = 30;
const FRAMES = 300;

let service = await startService();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const address = await uploadWide(await signIn(service.url));
  const firstLoad = await bytesOfFirstLoad();
  const afterStart = [];
  for (let i = 0; i < STARTS; i++) {
    await service.stop({ keepsData: true });
    service = await startService({ SVC_DATA_DIR: service.dataDir });
    const page = await signedInPage();
    afterStart.push(await open(page, address));
    await page.context().close();
  }
  const page = await signedInPage();
  await open(page, address);
  const openings = [];
  for (let i = 0; i < OPENINGS; i++) openings.push(await open(page, address));
  const afterEdits = [];
  for (let i = 0; i < OPENINGS; i++) {
    await (await signIn(service.url))('POST', `/api/v1${address}/rows/upsert`, {
      rows: [{ __svc_row_id: 1, c1: `text ${i}` }],
      expected_version: null,
    });
    afterEdits.push(await open(page, address));
  }
  const slow = await framesWhileScrolling(page, 40);
  const fast = await framesWhileScrolling(page, 20_000);
  await open(page, address);
  const saves = await timesToSave(page);
  printTable(
    `The grid, ${ROWS} x ${COLUMNS}`,
    ['', 'median', '95 % within'],
    [
      [
        'page opened in a new browser right after a start of the service, until the first rows',
        ...figures(afterStart),
      ],
      ['page loaded anew, until the first rows are shown', ...figures(openings)],
      ['the same after an edit, so that the browser has no copy of the rows', ...figures(afterEdits)],
      ['frame while scrolling a row and a half a frame', ...figures(slow)],
      ['frame while scrolling 700 rows a frame', ...figures(fast)],
      ['Enter after typing into a cell, until it is saved', ...figures(saves)],
    ],
  );
  console.log(`\nSign-in and the list of workbooks load ${(firstLoad / 1000).toFixed(0)} KB, compressed.`);
} finally {
  await browser.close();
  await service.stop();
}

async function signedInPage() {
  const context = await browser.newContext({ baseURL: service.url, viewport: { width: 1280, height: 800 } });
  await context.request.post('/api/auth/login', { data: { ...owner, cookie: true } });
  await context.addInitScript(noteFirstRows);
  return await context.newPage();
}

/** From the beginning of the navigation, as the page itself sees it: asking it from outside would slow it down. */
async function open(page, address) {
  await page.goto(address);
  const noted = await page.waitForFunction(() => /** @type {any} */ (globalThis).firstRowsAt, null, {
    timeout: 120_000,
  });
  return await noted.jsonValue();
}

/** Runs in the page. The frame after the one in which cells appear has drawn them. */
function noteFirstRows() {
  const look = () => {
    const isThere = document.querySelector('[role=gridcell]')?.textContent === '0';
    requestAnimationFrame(isThere ? (now) => Object.assign(globalThis, { firstRowsAt: now }) : look);
  };
  requestAnimationFrame(look);
}

/** Of the answers that a new browser receives on its way from the sign-in page to the list of workbooks. */
async function bytesOfFirstLoad() {
  const context = await browser.newContext({ baseURL: service.url });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto('/sign-in', { waitUntil: 'networkidle' });
  await context.request.post('/api/auth/login', { data: { ...owner, cookie: true } });
  await page.goto('/workbooks', { waitUntil: 'networkidle' });
  await context.close();
  return bytes;
}

function figures(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return [median(times), sorted[Math.floor(sorted.length * 0.95)]].map((ms) => `${ms.toFixed(1)} ms`);
}

async function uploadWide(api) {
  const workbook = await api('POST', '/api/v1/workbooks', { title: 'Bench' });
  const cell = (row, column) => {
    if (column % 4 === 0) return row * (column + 1);
    if (column % 4 === 1) return `text ${(row * 31 + column) % 9973}`;
    return column % 4 === 2
      ? ((row * 7 + column) % 100_000) / 8
      : `2026-01-${String(1 + (row % 28)).padStart(2, '0')}`;
  };
  const columns = Array.from({ length: COLUMNS }, (_, i) => i);
  const lines = [columns.map((column) => `c${column}`).join(',')];
  for (let row = 0; row < ROWS; row++) lines.push(columns.map((column) => cell(row, column)).join(','));
  const form = new FormData();
  form.set('structuring', 'skip');
  form.set('file', new Blob([lines.join('\n')]), 'wide.csv');
  await api('POST', `/api/v1/workbooks/${workbook.id}/sources`, form);
  return `/workbooks/${workbook.id}/tables/wide`;
}

/** Milliseconds between frames, while the scroll bar is moved at each of them. */
async function framesWhileScrolling(page, pixels) {
  return await page.evaluate(
    ([count, step]) =>
      new Promise((resolve) => {
        const scroller = document.querySelector('canvas')?.parentElement?.parentElement;
        if (!scroller) throw new Error('The page has no grid.');
        const times = [];
        let before = performance.now();
        const frame = (now) => {
          times.push(now - before);
          before = now;
          scroller.scrollTop += step;
          if (times.length <= count) requestAnimationFrame(frame);
          else resolve(times.slice(1));
        };
        requestAnimationFrame(frame);
      }),
    [FRAMES, pixels],
  );
}

/** From the key to the answer of the service, as the browser sees it. */
async function timesToSave(page) {
  const canvas = await page.locator('canvas').boundingBox();
  await page.mouse.click(canvas.x + 120, canvas.y + 40);
  const times = [];
  for (let i = 0; i < EDITS; i++) {
    await page.keyboard.type(String(i + 7));
    const saved = page.waitForResponse((response) => response.url().endsWith('/rows/upsert'));
    times.push(await timed(() => page.keyboard.press('Enter').then(() => saved)));
  }
  return times;
}
