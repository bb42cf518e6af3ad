import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
let session: Api;
let workbook: string;
beforeAll(async () => {
  service = await CalledService.shared();
  session = await service.signIn();
  api = await session.mintWriter();
  workbook = await api.workbook();
  const columns = [{ name: 'n', type: 'BIGINT' }];
  await api.post(`${workbook}/tables`, { name: 't', columns });
  await api.post(`${workbook}/tables/t/rows/upsert`, { rows: [{ n: 1 }], expected_version: 1 });
});

const bad = ['a\0b', 'a\tb', 'lone \ud83d', '  '];

/** Every request that names something, and the path of the name in the body. */
const givers: [string, string, (name: string) => Promise<{ status: number; body: unknown }>][] = [
  ['a table', '/name', (name) => api.post(`${workbook}/tables`, { name, columns: [{ name: 'n' }] })],
  [
    'its columns',
    '/columns/0/name',
    (name) => api.post(`${workbook}/tables`, { name: 'x', columns: [{ name }] }),
  ],
  ['a renamed table', '/name', (name) => api.patch(`${workbook}/tables/t`, { name, expected_version: null })],
  [
    'a new column',
    '/column',
    (name) => api.post(`${workbook}/tables/t/columns`, { column: name, expected_version: null }),
  ],
  [
    'a renamed column',
    '/new_name',
    (name) => api.patch(`${workbook}/tables/t/columns/n`, { new_name: name, expected_version: null }),
  ],
  [
    'a formula column',
    '/column',
    (name) =>
      api.put(`${workbook}/tables/t/formulas`, { column: name, formula: '=[n]*2', expected_version: null }),
  ],
  [
    'a transform',
    '/name',
    (name) =>
      api.post(`${workbook}/transforms`, {
        name,
        kind: 'sql',
        code: 'select n from {{ t }}',
        args: { t: 't' },
        output: 'o',
      }),
  ],
  [
    'its output',
    '/output',
    (name) =>
      api.post(`${workbook}/transforms`, {
        name: 'x',
        kind: 'sql',
        code: 'select n from {{ t }}',
        args: { t: 't' },
        output: name,
      }),
  ],
  ['a workbook', '/title', (name) => api.post('/api/v1/workbooks', { title: name })],
  ['a renamed workbook', '/title', (name) => api.patch(workbook, { title: name })],
  ['an account', '/name', (name) => session.post('/api/control/accounts', { name })],
  ['a workspace', '/name', (name) => session.post('/api/control/workspaces', { name })],
  ['a token', '/name', (name) => session.post('/api/v1/me/tokens', { name })],
];

describe.each(givers)('the name of %s', (_, path, give) => {
  test.each(bad)('is refused if it is %j', async (name) => {
    const { status, body } = await give(name);
    const { errors } = body as { errors?: { path: string }[] };
    expect([status, errors?.[0]?.path]).toEqual([422, path]);
  });
});

test('a transform cannot give its columns invalid names', async () => {
  const code = `select n as "a\tb" from {{ t }}`;
  const transform = { name: 'x', kind: 'sql', code, args: { t: 't' }, output: 'x' };
  const { status, body } = await api.post(`${workbook}/transforms`, transform);
  expect([status, body.detail]).toEqual([422, expect.stringContaining('control character')]);
});

test('invalid names in files are corrected', async () => {
  const content = `"a\u0001b",${'x'.repeat(300)},__svc_row_id\n1,2,3\n`;
  const { body } = await api.upload(`${workbook}/sources`, { name: 'odd\u0007name.csv', content });
  const table = body.artifacts.find(({ state }: { state: string }) => state === 'active');
  const { columns } = (await api.get(`${workbook}/tables/${table.id}/columns`)).body;
  expect(columns.map(({ name }: { name: string }) => name)).toEqual([
    'a b',
    'x'.repeat(200),
    '__svc_row_id_2',
  ]);
  expect((await api.get(`${workbook}/tables/${table.id}/rows`)).body.rows).toHaveLength(1);
});
