import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { ExportedFile } from './support/exported-file.js';
import { CalledService } from './support/service.js';

/** Cells of returned files as people and scripts write them. */
let steward: Api;
let api: Api;
let workbook: string;
let file: ExportedFile;
beforeAll(async () => {
  steward = await (await CalledService.shared()).signIn();
  api = await steward.mintWriter();
});

const columns = {
  name: 'VARCHAR',
  count: 'INTEGER',
  amount: 'DECIMAL(12,2)',
  day: 'DATE',
  clock: 'TIME',
  more: 'JSON',
};
const table = () => `${workbook}/tables/orders`;
const rows = async () => (await api.get(`${table()}/rows?limit=100`)).body.rows;

beforeEach(async () => {
  workbook = await api.workbook('Orders');
  const listed = Object.entries(columns).map(([name, type]) => ({ name, type }));
  await api.post(`${workbook}/tables`, { name: 'orders', columns: listed });
  const row = { count: 1, amount: 10, day: '2026-01-31', clock: '09:00:00', more: { a: 1 } };
  const upserted = {
    rows: ['tea', 'salt', 'rice'].map((name) => ({ name, ...row })),
    expected_version: null,
  };
  await api.post(`${table()}/rows/upsert`, upserted);
  file = await ExportedFile.export(api, workbook, ['orders']);
});

test('are read as uploads are, and the answer says how', async () => {
  file.write(2, { count: '１２', amount: '1,200', day: '2026/2/28', clock: '01:45:59 PM' });
  file.write(3, { count: '1.0', amount: '-' });
  file.write(5, { name: 'new', count: '2,000' });
  const { status, body } = await file.sync();
  expect([status, body.applied, body.inserted]).toEqual([200, 5, 1]);
  const at = (heading: string, row: number) => file.at(heading, row);
  expect(body.tables[0].readings).toEqual([
    {
      column: 'count',
      type: 'INTEGER',
      count: 3,
      cells: [
        { cell: at('count', 2), text: '１２', value: 12 },
        { cell: at('count', 3), text: '1.0', value: 1 },
        { cell: at('count', 5), text: '2,000', value: 2000 },
      ],
    },
    expect.objectContaining({
      column: 'amount',
      cells: [
        { cell: at('amount', 2), text: '1,200', value: '1200.00' },
        { cell: at('amount', 3), text: '-', value: null },
      ],
    }),
    expect.objectContaining({ column: 'day', count: 1 }),
    expect.objectContaining({ column: 'clock', count: 1 }),
  ]);
  expect(body.warnings).toContainEqual(
    expect.stringContaining(`column "day" (DATE): read ${at('day', 2)} "2026/2/28" as 2026-02-28`),
  );
  expect(await rows()).toMatchObject([
    { count: 12, amount: 1200, day: '2026-02-28', clock: '13:45:59' },
    { count: 1, amount: null },
    {},
    { name: 'new', count: 2000 },
  ]);
  expect((await file.sync()).body.op_id).toBeNull();
});

test('a script that writes every number with a fraction changes nothing', async () => {
  const csv = await api.post(`${workbook}/export`, {
    record_branch: true,
    tables: ['orders'],
    format: 'csv',
  });
  const branch_id = csv.headers.get('x-svc-branch-id') as string;
  const [headings = '', ...lines] = (csv.body as unknown as string).trim().split('\r\n');
  const isNumber = (cell: string) => /^\d+$/.test(cell);
  const written = lines.map((line) =>
    line
      .split(',')
      .map((cell) => (isNumber(cell) ? `${cell}.0` : cell))
      .join(','),
  );
  const content = [headings, ...written].join('\r\n');
  const { status, body } = await api.upload(
    `${workbook}/sync`,
    { name: 'orders.csv', content },
    { branch_id },
  );
  expect([status, body.op_id, body.tables?.[0]?.readings[0]?.count]).toEqual([200, null, 3]);
});

test('what cannot be read refuses the file, or stays as it was', async () => {
  file.write(2, { name: 'edited', count: 'many', day: '2026/2/30' });
  file.write(3, { more: '{not json' });
  file.write(5, { name: 'new', count: 'some' });
  const refused = await file.sync();
  expect([refused.status, refused.body.count]).toEqual([422, 4]);
  expect(refused.body.suggested_fix).toContain('on_unreadable=skip');
  expect(refused.body.offenders.map(({ cell }: { cell: string }) => cell)).toEqual([
    file.at('count', 2),
    file.at('count', 5),
    file.at('day', 2),
    file.at('more', 3),
  ]);
  const { status, body } = await file.sync({ on_unreadable: 'skip' });
  expect([status, body.applied, body.inserted]).toEqual([200, 1, 1]);
  expect(body.tables[0].skipped).toEqual({ count: 4, cells: refused.body.offenders });
  expect(body.warnings).toEqual([expect.stringContaining('could not be read and stay as they were')]);
  expect(await rows()).toMatchObject([
    { name: 'edited', count: 1, day: '2026-01-31' },
    { more: { a: 1 } },
    {},
    { name: 'new', count: null },
  ]);
  expect((await file.sync({ on_unreadable: 'skip' })).body.op_id).toBeNull();
  file.write(2, { count: 7 });
  file.write(5, { count: 8 });
  expect((await file.sync({ on_unreadable: 'skip' })).body).toMatchObject({ applied: 2, inserted: 0 });
});

test('a row id that cannot be read always refuses the file', async () => {
  file.write(3, { __svc_row_id: 'two' });
  expect((await file.sync({ on_unreadable: 'skip' })).body).toMatchObject({
    status: 422,
    offenders: [{ cell: file.at('__svc_row_id', 3) }],
  });
});

test('values typed into columns that are computed or masked are told of', async () => {
  await api.put(`${table()}/formulas`, { column: 'double', formula: '=[count]*2', expected_version: null });
  await steward.post(`${table()}/columns/amount/tags`, { tag: 'secret' });
  await steward.put(`${workbook}/policies/secret`, { effect: 'mask' });
  file = await ExportedFile.export(api, workbook, ['orders']);
  expect((await file.sync()).body.warnings).toEqual([]);
  file.write(2, { amount: 99, double: 4711 });
  file.write(3, { double: 'much', count: 3 });
  file.write(4, { double: 2 });
  const { body } = await file.sync();
  expect(body).toMatchObject({ applied: 1, tables: [{ columns: { ignored: ['amount', 'double'] } }] });
  const typed = body.warnings.filter((warning: string) => warning.includes('was typed into a column'));
  const cells = [file.at('amount', 2), file.at('double', 2), file.at('double', 3)];
  expect(cells.filter((cell) => typed.some((warning: string) => warning.includes(cell)))).toEqual(cells);
  expect(typed.join()).not.toContain(file.at('double', 4));
});

test('every row can be replaced, if that is confirmed', async () => {
  for (const row of [2, 3, 4]) file.write(row, { name: `other ${row}`, __svc_row_id: null });
  const refused = await file.sync();
  expect([refused.status, refused.body.suggested_fix]).toEqual([
    422,
    expect.stringContaining('confirm_deletes'),
  ]);
  const planned = (await file.sync({ dry_run: true })).body;
  expect(planned).toMatchObject({ inserted: 3, deleted: 3 });
  expect(planned.warnings).toContainEqual(expect.stringContaining('Send confirm_deletes=true'));
  expect((await file.sync({ confirm_deletes: true })).body).toMatchObject({ inserted: 3, deleted: 3 });
  const names = (await rows()).map(({ name }: { name: string }) => name);
  expect(names).toEqual(['other 2', 'other 3', 'other 4']);
  expect((await file.sync({ confirm_deletes: true })).body.op_id).toBeNull();
});
