import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '../support/api.js';
import { ConsoleWorld, eventually, keepPicture, seriousFaults } from '../support/console.js';
import { emailOf, invited, memberPassword } from '../support/members.js';

let world: ConsoleWorld;
let api: Api;
let workbook: string;
let home: string;
beforeAll(async () => {
  world = await ConsoleWorld.start();
  api = world.api;
  workbook = await api.workbook('Invoices');
  home = workbook.replace('/api/v1', '');
  const lines = ['invoice,item,qty,price,amount', ...invoices()];
  await api.upload(
    `${workbook}/sources`,
    { name: 'invoices.csv', content: `${lines.join('\n')}\n` },
    { structuring: 'skip' },
  );
});
afterAll(() => world?.dispose());

/** Lines whose amounts are quantity times price, but for one. */
function invoices(): string[] {
  return Array.from({ length: 20 }, (_, i) => {
    const [qty, price] = [i + 1, 2.5];
    return `INV-${100 + i},Item ${i},${qty},${price},${i === 12 ? 99 : qty * price}`;
  });
}

test('a review runs, shows what does not add up, and leads to the rows; its address shows the same to others', async () => {
  const page = await world.signIn();
  await page.goto(`${home}/review`);
  await page.getByRole('heading', { name: 'Not reviewed yet' }).waitFor();
  await page.getByRole('button', { name: 'Review now' }).click();
  await page.getByRole('heading', { name: /An amount is not quantity times price/ }).waitFor();
  await keepPicture(page, 'review');
  expect(await seriousFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Mend invoices amount' }).click();
  const mend = page.getByRole('dialog', { name: 'What would change' });
  await mend.getByRole('row', { name: '13 99 32.5' }).waitFor();
  await mend.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Mended', { exact: true }).waitFor();

  await page.reload();
  await page.getByRole('link', { name: 'Show in the table invoices amount' }).click();
  await page.getByRole('grid').waitFor();
  expect(new URL(page.url()).pathname).toBe(`${home}/tables/invoices`);
});

test('the audit log says who did what, and that nobody touched it', async () => {
  const page = await world.signIn();
  await page.goto(`${home}/audit-log`);
  await page.getByText(/The log is untouched: \d+ entries/).waitFor();
  const row = page.getByRole('row', { name: `${world.user.email} Added file invoices.csv` });
  await row.getByRole('button', { name: /Details of entry/ }).click();
  await page.getByRole('definition').getByText('invoices.csv', { exact: true }).waitFor();
  await keepPicture(page, 'audit-log');
  expect(await seriousFaults(page)).toEqual([]);
});

test('both fit a phone in Japanese', async () => {
  const page = await world.signIn({ language: 'ja-JP', width: 390, height: 780 });
  for (const [address, title] of [
    ['review', 'レビュー'],
    ['audit-log', '監査ログ'],
  ] as const) {
    await page.goto(`${home}/${address}`);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), address).toBe(true);
    expect(await seriousFaults(page), address).toEqual([]);
  }
});

/** What only makes sense to somebody who may change something. */
const CHANGING =
  /^(Save|Delete|Remove|Add|New |Upload|Undo|Redo|Recompute|Restore|Go back|Pin|Export|Choose|Make|Read it|Keep|Take|Rename|Archive|Stop|Track|Bring|Tag|Set|Change|Duplicate)/;
/** What is summarised changes nothing until it is saved. */
const OF_A_SUMMARY = /^Add a (?:calculated column|group|figure)$/;

test('a viewer can read every page of a workbook; none offers a change, and none is refused', async () => {
  const all = await api.workbook('For all to read');
  await api.upload(`${all}/sources`, { name: 'stock.csv', content: 'item,qty\nnut,3\nbolt,5\n' });
  const code = 'select item, qty * 2 as twice from {{ s }}';
  const doubled = {
    name: 'doubled',
    kind: 'sql',
    code,
    args: { s: 'stock' },
    key: ['item'],
    output: 'doubled',
  };
  await api.post(`${all}/transforms`, doubled);
  await api.put(`${all}/charts/all`, { chart_type: 'bar', table: 'stock', x: 'item', y: ['qty'] });
  await api.put(`${all}/sheets/monthly`, { spec: { blocks: [{ kind: 'table_view', table: 'stock' }] } });
  await api.post(`${all}/versions`, { label: 'v1' });
  // Makes the other table stale, and can be undone by those who may.
  const rows = [{ __svc_row_id: 1, qty: 4 }];
  await api.post(`${all}/tables/stock/rows/upsert`, { rows, expected_version: null });
  const { workspace_id } = (await api.get('/api/v1/me')).body;
  await invited(world.service, api, workspace_id, 'reader', 'viewer');

  const page = await world.signIn({ who: { email: emailOf('reader'), password: memberPassword } });
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  /** Looks at the page that is open. */
  const look = async () => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await eventually(() => page.getByText('Loading', { exact: true }).count()).toBe(0);
    const buttons = page.getByRole('main').getByRole('button', { disabled: false });
    const changing = async () => {
      const offered = await buttons.evaluateAll((all) =>
        all.map((button) => button.getAttribute('aria-label') ?? button.textContent ?? ''),
      );
      const changes = offered.filter((name) => CHANGING.test(name) && !OF_A_SUMMARY.test(name));
      return changes.map((name) => `${page.url()}: ${name}`);
    };
    // Until the role is known, nothing is withheld.
    await eventually(changing).toEqual([]);
    expect.soft(await page.getByRole('alert').allTextContents(), page.url()).toEqual([]);
  };
  const place = all.replace('/api/v1', '');
  await page.goto(place);
  const links = page.getByRole('navigation', { name: 'Pages of the workbook' }).getByRole('link');
  await links.first().waitFor();
  for (const link of await links.all()) {
    await link.click();
    await look();
  }
  const others = ['tables/stock?row=1&column=qty', 'tables/doubled', 'transforms/doubled', 'reports/monthly'];
  for (const address of [...others, 'files/stock.csv']) {
    await page.goto(`${place}/${address}`);
    await look();
  }
  expect(refused).toEqual([]);
});
