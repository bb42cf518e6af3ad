/// <reference lib="dom" />
// The grid of the console in headless Chromium: opening a table of 1M x 20, frames while scrolling it, and saving a cell.
import { chromium } from 'playwright-core';
import { median, printTable, timed } from './support/measure.mjs';
import { owner, signIn, startService } from './support/service.mjs';

const ROWS = 1_000_000;
const COLUMNS = 20;
const OPENINGS = 10;
const EDITS = 30;
const FRAMES = 300;

const service = await startService();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const address = await uploadWide(await signIn(service.url));
  const context = await browser.newContext({ baseURL: service.url, viewport: { width: 1280, height: 800 } });
  await context.request.post('/api/auth/login', { data: { ...owner, cookie: true } });
  const page = await context.newPage();
  const firstRows = () => page.getByRole('gridcell', { name: 'text 1', exact: true }).first().waitFor();
  const open = async () => {
    await page.goto(address);
    await firstRows();
  };
  await open();
  const openings = [];
  for (let i = 0; i < OPENINGS; i++) openings.push(await timed(open));
  const slow = await framesWhileScrolling(page, 40);
  const fast = await framesWhileScrolling(page, 20_000);
  await open();
  const saves = await timesToSave(page);
  printTable(
    `The grid, ${ROWS} x ${COLUMNS}`,
    ['', 'median', '95 % within'],
    [
      ['page loaded anew, until the first rows are shown', ...figures(openings)],
      ['frame while scrolling a row and a half a frame', ...figures(slow)],
      ['frame while scrolling 700 rows a frame', ...figures(fast)],
      ['Enter after typing into a cell, until it is saved', ...figures(saves)],
    ],
  );
} finally {
  await browser.close();
  await service.stop();
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
