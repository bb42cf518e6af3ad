import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let api: Api;
let table: string;
beforeAll(async () => {
  const service = await CalledService.shared();
  api = await (await service.signIn()).mint(['workbooks:write']);
  const workbook = await api.workbook();
  const content =
    'region,day,pieces,price\nnorth,2026-01-01,5,1.5\nsouth,2026-01-02,7,\n,2026-01-03,9,0.5\nnorth,2026-01-04,1,4\n';
  await api.upload(`${workbook}/sources`, { name: 'sales.csv', content }, { structuring: 'skip' });
  table = `${workbook}/tables/sales`;
});

const summary = async (query: string) => (await api.get(`${table}/summary?${query}`)).body;

test('rows are counted, and columns summed, of all rows, of those of a filter or of a range in an order', async () => {
  const all = await summary('columns=pieces,price,day,region');
  expect(all).toMatchObject({ edit_version: 1, total: 4, group_count: 1, groups: [{ values: [], rows: 4 }] });
  expect(all.groups[0].columns).toMatchObject([
    { name: 'pieces', filled: 4, sum: 22, mean: 5.5, min: 1, max: 9 },
    { name: 'price', filled: 3, sum: 6, mean: 2, min: 0.5, max: 4 },
    { name: 'day', filled: 4, sum: null, mean: null, min: '2026-01-01', max: '2026-01-04' },
    { name: 'region', filled: 3, sum: null, min: null },
  ]);
  const filter = encodeURIComponent('{"column":"region","op":"eq","value":"north"}');
  expect((await summary(`columns=pieces&filter=${filter}`)).groups[0].columns[0].sum).toBe(6);
  const range = await summary('columns=pieces&order_by=-pieces&offset=1&rows=2');
  expect(range).toMatchObject({ total: 2, groups: [{ columns: [{ sum: 12 }] }] });
  expect(await summary(`columns=pieces&filter=${filter}&offset=9`)).toMatchObject({ groups: [{ rows: 0 }] });
});

test('groups have the values of one or two columns, in their order or the most frequent first', async () => {
  const groups = async (query: string) =>
    (await summary(query)).groups.map((one: { values: unknown[]; rows: number }) => [
      ...one.values,
      one.rows,
    ]);
  expect(await groups('group_by=region')).toEqual([
    ['north', 2],
    ['south', 1],
    [null, 1],
  ]);
  expect(await groups('group_by=region,pieces&order_groups=rows&limit=1')).toEqual([['north', 1, 1]]);
  expect(await summary('group_by=region&order_groups=rows&limit=1')).toMatchObject({
    group_by: ['region'],
    group_count: 3,
    total: 4,
    groups: [{ values: ['north'], rows: 2 }],
  });
  const wide = await api.get(`${table}/summary?group_by=region,day,pieces`);
  expect(wide.body).toMatchObject({ status: 422, errors: [{ path: '/group_by' }] });
});
