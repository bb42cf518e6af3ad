import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleWorld, eventually, keepPicture, seriousFaults } from '../support/console.js';
import { cellsOf, clickCell, uploadedTable } from '../support/console-tables.js';
import { invited } from '../support/members.js';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await ConsoleWorld.start();
});
afterAll(() => world?.dispose());

const content = 'item,qty\napple,5\npear,7\nfig,9\n';

test('a user comments on a cell by keyboard and mentions a member, who replies; the thread is resolved', async () => {
  const path = await uploadedTable(world, 'stock', content);
  const workspace = (await world.api.get('/api/v1/me')).body.workspace_id;
  const name = `bea${workspace.slice(-8)}`;
  const bea = await invited(world.service, world.api, workspace, name, 'editor');
  const page = await world.signIn();
  await page.goto(path);
  await clickCell(page, 2, 'qty');
  await page.keyboard.press('Control+Alt+m');
  const panel = page.getByRole('complementary', { name: 'Comments' });
  await panel.getByLabel('Comment', { exact: true }).pressSequentially('Counted twice? @be');
  await panel.getByRole('option', { name }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await panel.getByText(`Counted twice? @${name}`).waitFor();
  await eventually(async () => (await cellsOf(page, 2))[1]).toBe('7 (1 comment)');
  expect(await seriousFaults(page)).toEqual([]);
  await keepPicture(page, 'table-comments');
  const { comments } = (await world.api.get(`/api/v1${path}/comments`)).body;
  expect(comments).toMatchObject([{ target: { kind: 'cell', row_id: 2 }, mentions: [bea.id] }]);

  await bea.api.post(`/api/v1${path}/comments`, { text: 'Once.', reply_to: comments[0].id });
  await panel.getByText('Once.').waitFor();
  await clickCell(page, 1, 'item');
  await panel.getByRole('button', { name: 'Go to the cell: qty' }).press('Enter');
  await page.getByText('qty, row 2: 7', { exact: true }).waitFor({ state: 'attached' });
  await panel.getByRole('button', { name: 'Resolve' }).click();
  await panel.getByText('There are no open comments.').waitFor();
  await eventually(async () => (await cellsOf(page, 2))[1]).toBe('7');
  await panel.getByLabel('Show resolved ones').check();
  await panel.getByText('Once.').waitFor();
});

test('on a phone and in Japanese, a comment on the table is written, changed and deleted', async () => {
  const path = await uploadedTable(world, 'stock', content);
  const page = await world.signIn({ language: 'ja-JP', width: 390 });
  await page.goto(`${path}?comments=true`);
  const panel = page.getByRole('complementary', { name: 'コメント' });
  await panel.getByLabel('コメント', { exact: true }).fill('2026 年の在庫');
  await panel.getByRole('button', { name: '送信' }).click();
  await panel.getByRole('button', { name: 'コメントを変更' }).click();
  await panel.getByLabel('コメント', { exact: true }).last().fill('2027 年の在庫');
  await panel.getByRole('button', { name: '保存' }).click();
  await panel.getByText('2027 年の在庫').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await panel.getByRole('button', { name: 'コメントを削除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '削除' }).click();
  await panel.getByText('未解決のコメントはありません。').waitFor();
});
