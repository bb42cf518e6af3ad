import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { book } from './support/files.js';
import { CalledService } from './support/service.js';

let api: Api;
beforeAll(async () => {
  const session = await (await CalledService.shared()).signIn();
  api = await session.mintWriter();
});

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const sales = (slip: string | number) => [
  ['City', ...months],
  ...Array.from({ length: 12 }, (_, row) => [
    `Shop ${row + 1}`,
    ...months.map((_, at) => (row === 3 && at === 4 ? slip : 100 + row * 12 + at)),
  ]),
];

test('one slip among months loses no month: the cell is blank, noted, and named in the parse spec', async () => {
  const workbook = await api.workbook();
  const content = book('xlsx', { Sales: sales('1O5') });
  const { status } = await api.upload(`${workbook}/sources`, { name: 'sales.xlsx', content });
  expect(status).toBe(201);
  const query = async (sql: string) => {
    const { status: answered, body } = await api.post(`${workbook}/query`, { sql });
    expect(answered, JSON.stringify(body)).toBe(200);
    return body.rows;
  };
  expect(await query('select count(*) as n, count(value) as filled, sum(value) as total from sales')).toEqual(
    [{ n: 144, filled: 143, total: 24_696 - 140 }],
  );
  expect(await query(`select City, period from sales where value is null`)).toEqual([
    { City: 'Shop 4', period: 'May' },
  ]);
  expect(await query('select kind, text, cell from "sales_補足情報"')).toEqual([
    { kind: 'unreadable', text: '1O5', cell: 'F5' },
  ]);

  const path = `${workbook}/sources/sales.xlsx`;
  const { body: source } = await api.get(path);
  expect(source.coverage).toMatchObject([{ cells: 169, placed: 169, unplaced: 0 }]);
  const { body: spec } = await api.get(`${path}/parse-spec`);
  const [region] = spec.sheets[0].regions;
  expect(region.unreadable_cells).toEqual(['F5']);
  expect(region.reasons).toContain(
    'F5 reads "1O5" among numbers. Such cells are left blank, and their texts are in the notes.',
  );
  const again = await api.put(`${path}/parse-spec`, spec);
  expect([again.status, again.body.sheets[0].regions[0].unreadable_cells]).toEqual([200, ['F5']]);
});
