import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleWorld } from '../support/console.js';

/** On a line of 50 KB a second that is six seconds, once: afterwards the browser has it. */
const MAX_BYTES = 300_000;

let world: ConsoleWorld;
beforeAll(async () => {
  world = await ConsoleWorld.start();
});
afterAll(() => world?.dispose());

test('the first page and all that it needs fit in 300 KB, compressed', async () => {
  const page = await world.signIn();
  await page.goto('/workbooks');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const bytes = await page.evaluate<number>(
    'performance.getEntries().reduce((sum, { encodedBodySize = 0 }) => sum + encodedBodySize, 0)',
  );
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(MAX_BYTES);
});

test('the frame of the page is seen before any of its scripts has come', async () => {
  const page = await world.signIn();
  await page.route('**/assets/*.js', () => {});
  await page.goto('/workbooks', { waitUntil: 'commit' });
  await page.getByText('Workbooks').waitFor();
  // With its own styles: those of the pages come behind it.
  expect(await page.evaluate("getComputedStyle(document.querySelector('.waiting-bar')).fontWeight")).toBe(
    '600',
  );
});
