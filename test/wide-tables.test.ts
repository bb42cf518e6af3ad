import { expect, test, vi } from 'vitest';
import type { Api } from './support/api.js';
import { csvOf } from './support/files.js';
import { CalledService, startService } from './support/service.js';

/**
 * The least memory: what needs a whole table there fails. A profile takes two statements for each column, so on a busy
 * machine the usual deadline of a query would decide.
 */
const env = { SVC_QUERY_MEMORY_MB: '64', SVC_ENGINE_PROCESSES: '1', SVC_QUERY_TIMEOUT_MS: '600000' };
vi.setConfig({ testTimeout: 600_000 });

const names = (columns: number): string[] => Array.from({ length: columns }, (_, i) => `col ${i}`);

/** Every way to read a table works. */
async function expectReadable(api: Api, table: string, rows: number, lastOfFirst: unknown): Promise<void> {
  const [workbook, name] = table.split('/tables/') as [string, string];
  const page = await api.get<{ total: number; rows: Record<string, unknown>[] }>(`${table}/rows?limit=1`);
  expect(page.status).toBe(200);
  expect(page.body.total).toBe(rows);
  expect(Object.values(page.body.rows[0] ?? {})).toContain(lastOfFirst);
  const query = await api.post<{ rows: unknown }>(`${workbook}/query`, {
    sql: `select count(*) as n from "${name}"`,
  });
  expect(query.body.rows).toEqual([{ n: rows }]);
  expect((await api.get(`${table}/profile`)).status).toBe(200);
  expect((await api.post(`${workbook}/export`, { tables: [name], format: 'csv' })).status).toBe(200);
}

test('a table with wide edits is readable in every way, also after a restart', async () => {
  const service = await startService({ env });
  const api = await service.signIn();
  const workbook = await api.workbook();
  const table = `${workbook}/tables/wide`;
  await api.post(`${workbook}/tables`, {
    name: 'wide',
    columns: names(50).map((name) => ({ name, type: 'DOUBLE' })),
  });
  const row = (first: number, factor: number) =>
    Object.fromEntries(names(50).map((name, i) => [name, first + i * factor]));
  const rows = Array.from({ length: 2000 }, (_, r) => row(r, 1));
  const inserted = await api.post<{ edit_version: number }>(`${table}/rows/upsert`, {
    rows,
    expected_version: 1,
  });
  expect(inserted.status).toBe(200);
  const some = Array.from({ length: 100 }, (_, r) => ({ ...row(r, 0.5), __svc_row_id: r + 1 }));
  for (let n = 0; n < 3; n++)
    expect((await api.post(`${table}/rows/upsert`, { rows: some, expected_version: null })).status).toBe(200);
  await expectReadable(api, table, 2000, 24.5);
  await service.stop();

  const again = await startService({ env, dataDir: service.dataDir });
  const later = await again.signIn();
  await expectReadable(later, table, 2000, 24.5);
  const before = await later.get<{ rows: Record<string, number>[] }>(`${table}/rows?limit=1&as_of=2`);
  expect(before.body.rows[0]?.['col 49']).toBe(49);
});

test('a table too large for memory is read from its file and its edits', async () => {
  const service = await startService({ env });
  const api = await service.signIn();
  const workbook = await api.workbook();
  const header = names(60).join(',');
  const content = csvOf(header, 2100, (row) =>
    names(60)
      .map((_, i) => row + i)
      .join(','),
  );
  const uploaded = await api.upload(
    `${workbook}/sources`,
    { name: 'large.csv', content },
    { structuring: 'skip' },
  );
  expect(uploaded.status).toBe(201);
  const table = `${workbook}/tables/large`;
  const edit = await api.post(`${table}/rows/upsert`, {
    rows: [{ __svc_row_id: 1, 'col 59': 4711 }, { 'col 0': -1 }],
    expected_version: 1,
  });
  expect(edit.status).toBe(200);
  expect((await api.post(`${table}/rows/delete`, { row_ids: [2], expected_version: 2 })).status).toBe(200);
  await expectReadable(api, table, 2100, 4711);
  const sum = await api.post<{ rows: unknown }>(`${workbook}/query`, {
    sql: 'select min("col 0") as least, max("col 59") as most from large',
  });
  expect(sum.body.rows).toEqual([{ least: -1, most: 4711 }]);
});

test('a page has some of very many columns, and says how to read the others', async () => {
  const service = await CalledService.shared();
  const api = await service.signIn();
  const workbook = await api.workbook();
  const content = csvOf(names(2100).join(','), 2, (row) =>
    names(2100)
      .map((_, i) => row + i)
      .join(','),
  );
  await api.upload(`${workbook}/sources`, { name: 'wide.csv', content }, { structuring: 'skip' });
  const pageAfter = async (column?: string) => {
    const query = column === undefined ? '' : `&columns_after=${encodeURIComponent(column)}`;
    const { body } = await api.get<{
      rows: Record<string, number>[];
      columns: { name: string }[];
      next_columns_after: string | null;
    }>(`${workbook}/tables/wide/rows?limit=1${query}`);
    return body;
  };
  const first = await pageAfter();
  expect(first).toMatchObject({ next_columns_after: 'col 1999', rows: [{ 'col 0': 0, 'col 1999': 1999 }] });
  expect(first.columns).toHaveLength(2000);
  const second = await pageAfter('col 1999');
  expect(second).toMatchObject({ next_columns_after: null, rows: [{ 'col 2000': 2000, 'col 2099': 2099 }] });
  expect(second.columns).toHaveLength(100);
  const { body } = await api.post(`${workbook}/query`, { sql: 'select "col 2050" as x from wide' });
  expect(body).toMatchObject({ rows: [{ x: 2050 }, { x: 2051 }] });
});
