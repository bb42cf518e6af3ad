import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleWorld } from '../support/console.js';
import { uploadedTable } from '../support/console-tables.js';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await ConsoleWorld.start();
});
afterAll(() => world?.dispose());

test('a page that could not be read says so once, and comes back once the service is there again', async () => {
  const path = await uploadedTable(world, 'stock', 'item,qty\napple,5\n');
  const page = await world.signIn();
  await page.goto('/workbooks');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const data = /\/api\/v1\/workbooks\//;
  await page.route(data, (route) => route.abort());
  await page.goto(path);
  const outage = page.getByRole('alert').getByText('The service cannot be reached.');
  await outage.waitFor();
  expect(await outage.count()).toBe(1);
  await page.unroute(data);
  await page.getByRole('columnheader', { name: 'qty' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});
