import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleWorld, eventually, keepPicture, seriousFaults } from '../support/console.js';
import { cellsOf, clickCell, uploadedTable } from '../support/console-tables.js';
import { emailOf, invited, memberPassword } from '../support/members.js';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await ConsoleWorld.start();
});
afterAll(() => world?.dispose());

test('people see who has the table open and which cell they have selected, until they leave', async () => {
  const path = await uploadedTable(world, 'stock', 'item,qty\napple,5\npear,7\nfig,9\n');
  const workspace = (await world.api.get('/api/v1/me')).body.workspace_id;
  const name = `bea${workspace.slice(-8)}`;
  await invited(world.service, world.api, workspace, name, 'viewer');
  const who = { email: emailOf(name), password: memberPassword };
  const mine = await world.signIn();
  const theirs = await world.signIn({ who, language: 'ja-JP', width: 390 });
  await mine.goto(path);
  await theirs.goto(path);
  await clickCell(theirs, 2, 'qty');
  const others = mine.getByRole('list', { name: 'Also here' });
  await others.getByText(name, { exact: true }).waitFor({ state: 'attached' });
  await eventually(async () => (await cellsOf(mine, 2))[1]).toBe(`7 (${name} is here)`);
  await clickCell(mine, 1, 'item');
  await eventually(async () => (await cellsOf(theirs, 1))[0]).toMatch(/^apple（?.*選択中/);
  expect(await seriousFaults(mine)).toEqual([]);
  expect(await seriousFaults(theirs)).toEqual([]);
  await keepPicture(mine, 'table-presence');
  await theirs.close();
  await others.waitFor({ state: 'detached' });
  expect((await cellsOf(mine, 2))[1]).toBe('7');
});
