import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let api: Api;
beforeAll(async () => {
  const service = await CalledService.shared();
  api = await (await service.signIn()).mintWriter();
});

const rowsOf = (rows: string[][]) => rows.map((cells) => cells.join(',')).join('\n');

/** A sent list, what its parse spec says of its table, and ways to correct and to try it. */
async function sent(rows: string[][]) {
  const workbook = await api.workbook();
  const { body } = await api.upload(`${workbook}/sources`, { name: 'list.csv', content: rowsOf(rows) });
  const path = `${workbook}/sources/list.csv/parse-spec`;
  const spec = (await api.get(path)).body;
  const [sheet] = spec.sheets;
  const [data] = sheet.regions.filter(({ kind }: { kind: string }) => kind === 'data');
  const correction = (region: object) => ({
    sheets: [{ name: sheet.name, regions: [{ id: data.id, ...region }] }],
  });
  return {
    body,
    data,
    try: (region: object = {}) => api.post(`${path}/try`, { ...correction(region), rows: 50 }),
    correct: async (region: object) => {
      const { spec_version } = (await api.get(path)).body;
      return api.put(path, { spec_version, ...correction(region) });
    },
  };
}

test('a list whose records take two rows comes out with one row a record', async () => {
  const people = ['Ann Lee', 'Bo Khan', 'Cleo Diaz', 'Dan Moss'].flatMap((name, at) => [
    [`${at + 1}`, name, `${100 + 7 * at}`],
    ['', `${at + 3} Mill Lane`, ''],
  ]);
  const list = await sent([['No', 'Name', 'Fee'], ['', 'Address', ''], ...people]);
  expect(list.data).toMatchObject({ record_rows: 2, header_rows: [1, 2] });
  expect(list.body.reading.alternatives.length).toBeGreaterThan(0);
  const { body } = await list.try();
  expect(body.tables[0].rows[3]).toEqual({ No: 4, Name: 'Dan Moss', Fee: 121, Address: '6 Mill Lane' });
});

test('the label of a total may stand elsewhere, and is then no value of that column', async () => {
  const list = await sent([
    ['Item', 'Size', 'Price'],
    ['Pen', 'small', '12'],
    ['Desk', 'large', '300'],
    ['Lamp', 'small', '45'],
    ['', 'All together', '357'],
  ]);
  const given = { row_roles: { derived: [5] }, row_labels: { 5: 'B5' } };
  const { status, body } = await list.correct(given);
  expect(status).toBe(200);
  expect(body.sheets[0].regions[0].row_labels).toEqual(given.row_labels);
  const computed = (await list.try()).body.tables.find(({ role }: { role: string }) => role === 'computed');
  expect(computed.rows).toEqual([{ Item: 'All together', Size: null, Price: 357 }]);
  const outside = await list.correct({ row_labels: { 5: 'B9' } });
  expect([outside.status, outside.body.code]).toEqual([422, 'spec-unfit']);
  expect((await list.correct({ row_labels: {} })).body.sheets[0].regions[0]).not.toHaveProperty('row_labels');
});

test('the number in a text is a value until that is taken back', async () => {
  const list = await sent([
    ['Item', 'Stock'],
    ['Pen', 'about 12 left'],
    ['Desk', 'about 3 left'],
    ['Lamp', 'about 45 left'],
  ]);
  const stock = async () => {
    const { rows, columns } = (await list.try()).body.tables[0];
    return [columns[1].type, rows.map(({ Stock }: { Stock: unknown }) => Stock)];
  };
  await list.correct({ columns: [{ source: 'B', type: 'BIGINT', extract: 'number' }] });
  expect(await stock()).toEqual(['BIGINT', [12, 3, 45]]);
  const { body } = await list.correct({ columns: [{ source: 'B', extract: null }] });
  expect(body.sheets[0].regions[0].columns[1]).not.toHaveProperty('extract');
  expect(await stock()).toEqual(['VARCHAR', ['about 12 left', 'about 3 left', 'about 45 left']]);
});
