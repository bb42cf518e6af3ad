import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { book, csvOf, inlineCell, xlsxAround } from './support/files.js';
import { TestService } from './support/service.js';

let service: TestService;
let api: Api;
beforeAll(async () => {
  service = await TestService.start();
  api = await service.writer();
});
afterAll(() => service.dispose());

const wide = (row: number): string =>
  `${row},${row % 97},${row * 1.5},name of row ${row},2026-01-${(row % 28) + 1}`;

test('small requests are answered at once while large uploads, queries and exports run', async () => {
  const workbook = await api.workbook();
  const content = csvOf('id,grp,amount,name,day', 200_000, wide);
  const first = await api.upload(`${workbook}/sources`, { name: 'a.csv', content }, { structuring: 'skip' });
  expect(first.status).toBe(201);
  // Twenty megabytes, by repeating the same rows.
  const large = Buffer.from(
    content + content.split('\n').slice(1).join('\n') + content.split('\n').slice(1).join('\n'),
  );
  expect(large.length).toBeGreaterThan(20_000_000);
  const work = [
    api.upload(`${workbook}/sources`, { name: 'b.csv', content: large }, { structuring: 'skip' }),
    api.post(`${workbook}/query`, {
      sql: 'select x, md5(x::varchar) as m from range(1000000) t(x)',
      limit: 10_000,
    }),
    api.post(`${workbook}/export`, { tables: ['a'], format: 'xlsx' }),
    api.post(`${workbook}/export`, { tables: ['a'], format: 'csv' }),
    api.get(`${workbook}/tables/a/rows?limit=10000`),
  ];
  const { slowest, asked } = await healthDuring(work);
  expect((await Promise.all(work)).map(({ status }) => status)).toEqual([201, 200, 200, 200, 200]);
  expect(asked).toBeGreaterThan(10);
  expect(slowest).toBeLessThan(5000);
});

test('small requests are answered at once while an upsert of many columns runs', async () => {
  const workbook = await api.workbook();
  const names = Array.from({ length: 200 }, (_, i) => `col ${i}`);
  await api.post(`${workbook}/tables`, {
    name: 'wide',
    columns: names.map((name) => ({ name, type: 'DOUBLE' })),
  });
  const rows = Array.from({ length: 1500 }, (_, r) =>
    Object.fromEntries(names.map((name, c) => [name, r + c])),
  );
  const work = api.post(`${workbook}/tables/wide/rows/upsert`, { rows, expected_version: 1 });
  expect((await healthDuring([work])).slowest).toBeLessThan(3000);
  expect((await work).status).toBe(200);
  const read = api.get<{ total: number }>(`${workbook}/tables/wide/rows?limit=1`);
  expect((await healthDuring([read])).slowest).toBeLessThan(3000);
  expect((await read).body.total).toBe(1500);
});

test('other requests are answered at once while a heavy file and a zip bomb are read', async () => {
  const [workbook, other] = [await api.workbook(), await api.workbook()];
  const upload = (to: string, name: string, content: string | Uint8Array) =>
    api.upload(`${to}/sources`, { name, content }, { structuring: 'skip' });
  await upload(other, 'fine.csv', 'x\n1\n2\n');
  const rows = Array.from({ length: 30_000 }, (_, row) =>
    Array.from({ length: 10 }, (_, i) => `${row}.${i} text`),
  );
  const reading = upload(workbook, 'heavy.xlsx', book('xlsx', { Data: rows }));
  const oneCell = `<sheetData><row r="1">${inlineCell('A1', 'name')}</row></sheetData>`;
  const bomb = upload(workbook, 'bomb.xlsx', xlsxAround(`${oneCell}${' '.repeat(50_000_000)}`));
  const { slowest } = await during([reading, bomb], async () => {
    expect((await service.anonymous.get('/healthz')).status).toBe(200);
    const { body } = await api.post(`${other}/query`, { sql: 'select sum(x) as s from fine' });
    expect(body.rows).toEqual([{ s: 3 }]);
  });
  expect(slowest).toBeLessThan(5000);
  expect((await reading).status).toBe(201);
  expect((await bomb).status).toBe(422);
});

/** How often a small request was answered while other work ran, and its longest time in milliseconds. */
function healthDuring(work: readonly Promise<unknown>[]) {
  return during(work, async () => {
    const answer = await fetch(`${service.url}/healthz`);
    expect(answer.status).toBe(200);
    await answer.text();
  });
}

/** Whether the work succeeds is for its caller to see, who waits for it after this. */
async function during(work: readonly Promise<unknown>[], ask: () => Promise<void>) {
  let ended = false;
  const done = Promise.allSettled(work).then(() => {
    ended = true;
  });
  const found = { asked: 0, slowest: 0 };
  for (; !ended; found.asked++) {
    const from = performance.now();
    await ask();
    found.slowest = Math.max(found.slowest, performance.now() - from);
    await pause(20);
  }
  await done;
  return found;
}
