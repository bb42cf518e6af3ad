import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let api: Api;
beforeAll(async () => {
  api = await (await CalledService.shared()).signIn();
});

const STOCK = 'item,qty\ntea,5\njam,2\nfig,1\n';

/** A workbook with a file; its source and its one active table. */
async function uploaded(fields = {}) {
  const workbook = await api.workbook();
  const file = { name: 'stock.csv', content: STOCK };
  const { body } = await api.upload(`${workbook}/sources`, file, { reading: 'ignore', ...fields });
  const table = body.artifacts.find(({ state }: { state: string }) => state === 'active')?.name as string;
  return { workbook, source: `${workbook}/sources/stock.csv`, table };
}

const lastOp = async (workbook: string) => (await api.get(`${workbook}/ops`)).body.ops[0];

/** Undoes the last op, and returns the op of the undo. */
async function undone(workbook: string): Promise<number> {
  const op = await lastOp(workbook);
  expect(op.undoable).toBe(true);
  const { status, body } = await api.post(`${workbook}/ops/${op.op_id}/undo`, {});
  expect(status).toBe(200);
  return body.op_id;
}

const rowsOf = async (workbook: string, table: string) =>
  (await api.get(`${workbook}/tables/${table}/rows`)).body.rows;

const nameOfFirstColumn = async (source: string) => {
  const { sheets } = (await api.get(`${source}/parse-spec`)).body;
  return sheets[0].regions[0].columns[0].name;
};

async function renamed(source: string, name: string) {
  const { spec_version, sheets } = (await api.get(`${source}/parse-spec`)).body;
  const [{ id, columns }] = sheets[0].regions;
  const regions = [{ id, columns: [{ ...columns[0], name }] }];
  return { spec_version, sheets: [{ name: sheets[0].name, regions }] };
}

test('a corrected reading is taken back, and the undo as well', async () => {
  const { workbook, source } = await uploaded();
  await api.put(`${source}/parse-spec`, await renamed(source, 'goods'));
  await undone(workbook);
  expect(await nameOfFirstColumn(source)).toBe('item');
  await undone(workbook);
  expect(await nameOfFirstColumn(source)).toBe('goods');
});

test('an analysis gives way to the corrections that it discarded; the first one to no reading at all', async () => {
  const { workbook, source } = await uploaded({ mode: 'staged' });
  await api.post(`${source}/analyze`);
  await api.put(`${source}/parse-spec`, await renamed(source, 'goods'));
  await api.post(`${source}/analyze`);
  expect(await nameOfFirstColumn(source)).toBe('item');
  await undone(workbook);
  expect(await nameOfFirstColumn(source)).toBe('goods');

  const other = await uploaded({ mode: 'staged' });
  await api.post(`${other.source}/analyze`);
  await undone(other.workbook);
  expect((await api.get(`${other.source}/parse-spec`)).status).toBe(404);
  expect((await api.get(other.source)).body.status).toBe('registered');
  await undone(other.workbook);
  expect(await nameOfFirstColumn(other.source)).toBe('item');
});

test('an undone correction of tables leaves no trace in the next one', async () => {
  const { workbook, source, table } = await uploaded();
  const update = { target: { mode: 'update' } };
  // The sheet as it is gives way to the table that the reading makes.
  await api.post(`${source}/materialize`, update);
  await api.post(`${source}/materialize`, { ...update, correction: await renamed(source, 'goods') });
  expect((await rowsOf(workbook, table))[0]).toMatchObject({ __svc_row_id: 1, goods: 'tea' });
  await undone(workbook);
  expect(await nameOfFirstColumn(source)).toBe('item');
  expect((await rowsOf(workbook, table))[0]).toMatchObject({ __svc_row_id: 1, item: 'tea' });

  const again = await api.post(`${source}/materialize`, update);
  expect(again.body.updated).toMatchObject({ made: [], revised: [], unchanged: [table], deleted: [] });
  const { columns } = (await api.get(`${workbook}/tables/${table}`)).body;
  expect(columns.map(({ name }: { name: string }) => name)).toEqual(['item', 'qty']);
});

test('a new file of a source is taken back with what it changed, and comes back', async () => {
  const { workbook, source, table } = await uploaded();
  const edit = { rows: [{ __svc_row_id: 2, qty: 20 }], expected_version: null };
  await api.post(`${workbook}/tables/${table}/rows/upsert`, edit);
  const june = { name: 'june.csv', content: 'item,qty\ntea,6\njam,3\nfig,1\noat,9\n' };
  await api.upload(`${source}/revise`, june);
  const qty = async () => (await rowsOf(workbook, table)).map((row: { qty: number }) => row.qty);
  expect(await qty()).toEqual([6, 20, 1, 9]);
  expect((await api.get(`${workbook}/conflicts?status=open`)).body.conflicts).toHaveLength(1);

  await undone(workbook);
  expect(await qty()).toEqual([5, 20, 1]);
  expect((await api.get(source)).body.filename).toBe('stock.csv');
  expect((await api.get(`${source}/download`)).body).toBe(STOCK);
  expect((await api.get(`${workbook}/conflicts?status=open`)).body.conflicts).toEqual([]);

  await undone(workbook);
  expect(await qty()).toEqual([6, 20, 1, 9]);
  expect((await api.get(source)).body.filename).toBe('june.csv');

  // The next file is compared with the one that is there again.
  await undone(workbook);
  const july = { name: 'july.csv', content: 'item,qty\ntea,7\njam,2\nfig,1\n' };
  await api.upload(`${source}/revise`, july);
  expect(await qty()).toEqual([7, 20, 1]);
});
