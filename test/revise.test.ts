import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { book, openBook } from './support/files.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  const session = await service.signIn();
  api = await session.mintWriter();
});

type Content = string | Uint8Array;

const upload = (workbook: string, name: string, content: Content, fields = {}) =>
  api.upload(`${workbook}/sources`, { name, content }, { structuring: 'skip', ...fields });

const revise = (workbook: string, source: string, content: Content, { name = source, query = '' } = {}) =>
  api.upload(`${workbook}/sources/${encodeURIComponent(source)}/revise${query}`, { name, content });

async function rows(workbook: string, table: string, query = ''): Promise<Record<string, unknown>[]> {
  const { body } = await api.get(`${workbook}/tables/${encodeURIComponent(table)}/rows${query}`);
  return body.rows;
}

/** The cells of each row, with its id last. */
const texts = async (workbook: string, table: string, query = '') =>
  (await rows(workbook, table, query)).map((row) => Object.values(row).join(' '));

const edit = (workbook: string, table: string, ...changed: Record<string, unknown>[]) =>
  api.post(`${workbook}/tables/${table}/rows/upsert`, { rows: changed, expected_version: null });

const STOCK = 'sku,item,qty\nA1,apple,5\nB2,pear,7\nC3,plum,1\nD4,fig,2\n';
/** One row changed, one removed, one added, and two unchanged. */
const STOCK_IN_JUNE = 'sku,item,qty\nC3,plum,9\nE5,kiwi,4\nD4,fig,2\nA1,apple,5\n';

describe('a revised source', () => {
  test('changes, removes and adds rows, and keeps row ids and edits', async () => {
    const workbook = await api.workbook();
    await upload(workbook, 'stock.csv', STOCK);
    await edit(workbook, 'stock', { __svc_row_id: 4, item: 'dried fig' });
    const { status, body } = await revise(workbook, 'stock.csv', STOCK_IN_JUNE, { name: 'stock-june.csv' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      source: { name: 'stock.csv', filename: 'stock-june.csv', status: 'materialized' },
      revision: 2,
      unchanged: false,
      tables: [{ name: 'stock', edit_version: 3, inserted: 1, updated: 1, deleted: 1, unchanged: 2 }],
      kept_edits: [],
      archived: [],
    });
    expect(await texts(workbook, 'stock')).toEqual([
      'A1 apple 5 1',
      'C3 plum 9 3',
      'D4 dried fig 2 4',
      'E5 kiwi 4 5',
    ]);
    const listed = await api.get(`${workbook}/tables/stock`);
    expect(listed.body).toMatchObject({ row_count: 4, edit_version: 3 });
  });

  test('keeps its earlier versions readable', async () => {
    const workbook = await api.workbook();
    await upload(workbook, 'stock.csv', STOCK);
    await revise(workbook, 'stock.csv', STOCK_IN_JUNE);
    expect(await texts(workbook, 'stock', '?as_of=1')).toEqual([
      'A1 apple 5 1',
      'B2 pear 7 2',
      'C3 plum 1 3',
      'D4 fig 2 4',
    ]);
    const history = await api.get(`${workbook}/tables/stock/rows/3/history`);
    expect(history.body.changes).toMatchObject([{ kind: 'source.revise', old: { qty: 1 }, new: { qty: 9 } }]);
    const gone = await edit(workbook, 'stock', { __svc_row_id: 2, qty: 1 });
    expect([gone.status, gone.body.missing_row_ids]).toEqual([422, [2]]);
  });

  test('keeps and reports an edit if the file changes the same cell', async () => {
    const workbook = await api.workbook();
    await upload(workbook, 'stock.csv', STOCK);
    await edit(workbook, 'stock', { __svc_row_id: 3, qty: 3 }, { __svc_row_id: 2, item: 'quince' });
    const { body } = await revise(workbook, 'stock.csv', STOCK_IN_JUNE);
    expect(body.kept_edits).toEqual([
      { table: 'stock', row_id: 2, column: 'item', kept: 'quince', incoming: null },
      { table: 'stock', row_id: 3, column: 'qty', kept: 3, incoming: 9 },
    ]);
    expect(body.kept_edit_count).toBe(2);
    const [, second, third] = await texts(workbook, 'stock');
    expect([second, third]).toEqual(['B2 quince 7 2', 'C3 plum 3 3']);
  });

  test('asks by conflicts whether the file is right after all: in a cell, or by lacking or having a row', async () => {
    const workbook = await api.workbook();
    await upload(workbook, 'stock.csv', STOCK);
    await edit(workbook, 'stock', { __svc_row_id: 3, qty: 3 }, { __svc_row_id: 2, item: 'quince' });
    await api.post(`${workbook}/tables/stock/rows/delete`, { row_ids: [4], expected_version: null });
    await revise(workbook, 'stock.csv', STOCK_IN_JUNE.replace('D4,fig,2', 'D4,fig,6'));
    const { conflicts } = (await api.get(`${workbook}/conflicts?status=open`)).body;
    expect(conflicts).toHaveLength(3);
    expect(conflicts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ row_id: 3, column: 'qty', base: 1, previous: 3, incoming: 9 }),
        expect.objectContaining({ row_id: 2, column: null, incoming: null }),
        expect.objectContaining({ row_id: 4, column: null, previous: null }),
      ]),
    );
    for (const { id, kind } of conflicts) {
      expect(kind).toBe('stale_override');
      const resolved = await api.post(`${workbook}/conflicts/${id}/resolve`, { action: 'drop_override' });
      expect(resolved.body).toMatchObject({ status: 'dropped', edit_version: expect.any(Number) });
    }
    expect((await texts(workbook, 'stock')).slice(1, 3)).toEqual(['C3 plum 9 3', 'D4 fig 6 4']);
  });

  test('keeps the edits when it is revised again', async () => {
    const workbook = await api.workbook();
    await upload(workbook, 'stock.csv', STOCK);
    await edit(workbook, 'stock', { __svc_row_id: 4, item: 'dried fig' });
    await revise(workbook, 'stock.csv', STOCK_IN_JUNE);
    await api.post(`${workbook}/tables/stock/rows/delete`, { row_ids: [1], expected_version: null });
    const { body } = await revise(workbook, 'stock.csv', `${STOCK_IN_JUNE}F6,date,8\n`);
    expect(body).toMatchObject({ revision: 3, tables: [{ inserted: 1, updated: 0, deleted: 0 }] });
    expect(await texts(workbook, 'stock')).toEqual([
      'C3 plum 9 3',
      'D4 dried fig 2 4',
      'E5 kiwi 4 5',
      'F6 date 8 6',
    ]);
  });

  test('adds and drops columns of the file, and keeps columns that users added or edited', async () => {
    const workbook = await api.workbook();
    await upload(workbook, 'stock.csv', 'sku,qty,bin,note\nA1,5,x,\nB2,7,y,hm\n');
    await api.post(`${workbook}/tables/stock/columns`, { column: 'mine', expected_version: null });
    await edit(workbook, 'stock', { __svc_row_id: 1, mine: 'yes', note: 'mine too' });
    await api.put(`${workbook}/tables/stock/formulas`, {
      column: 'twice',
      formula: '=[qty]*2',
      expected_version: null,
    });
    const revised = await revise(workbook, 'stock.csv', 'price,sku,qty\n2,A1,5.5\n3,C3,1\n');
    expect(revised.body.tables).toMatchObject([
      { added_columns: ['price'], missing_columns: ['bin', 'note'] },
    ]);
    const { body } = await api.get(`${workbook}/tables/stock/columns`);
    expect(body.columns.map(({ name, type }: { name: string; type: string }) => `${name} ${type}`)).toEqual([
      'sku VARCHAR',
      'qty DOUBLE',
      'note VARCHAR',
      'mine VARCHAR',
      'twice BIGINT',
      'price BIGINT',
    ]);
    expect(await rows(workbook, 'stock')).toEqual([
      { sku: 'A1', qty: 5.5, note: 'mine too', mine: 'yes', twice: 11, price: 2, __svc_row_id: 1 },
      { sku: 'C3', qty: 1, note: null, mine: null, twice: 2, price: 3, __svc_row_id: 3 },
    ]);
  });

  test('makes tables from new sheets and archives those of removed sheets', async () => {
    const workbook = await api.workbook();
    const people = [['name'], ['Ann'], ['Bo']];
    await upload(workbook, 'b.xlsx', book('xlsx', { People: people, Old: [['a'], [1]] }));
    const { body } = await revise(
      workbook,
      'b.xlsx',
      book('xlsx', { New: [['b'], [2]], People: [...people, ['Cid']] }),
    );
    expect(body).toMatchObject({
      tables: [{ name: 'People', inserted: 1, unchanged: 2 }],
      archived: ['Old'],
    });
    const states = body.artifacts.map(({ name, state }: Record<string, string>) => `${name} ${state}`);
    expect(states).toEqual(['People active', 'Old archived', 'New active']);
    expect(await texts(workbook, 'New')).toEqual(['2 1']);
    expect(await texts(workbook, 'Old')).toEqual(['1 1']);
  });

  test('is exported into the new file, with the edits', async () => {
    const workbook = await api.workbook();
    const sheet = (...more: unknown[][]) => book('xlsx', { S: [['k', 'v'], ...more] });
    await upload(workbook, 's.xlsx', sheet(['a', 1], ['b', 2], ['c', 3]));
    await edit(workbook, 's', { __svc_row_id: 3, v: 33 });
    await revise(workbook, 's.xlsx', sheet(['z', 0], ['c', 3], ['a', 10]));
    const { bytes } = await api.post(`${workbook}/export`, { tables: ['s'], formula_mode: 'preserve' });
    const cells = openBook(bytes).Sheets.S;
    const values = ['A2', 'B2', 'A3', 'B3', 'A4', 'B4', 'A5'].map((cell) => cells?.[cell]?.v);
    expect(values).toEqual(['z', 0, 'c', 33, 'a', 10, undefined]);
  });

  test('may change its format, and is downloaded with its new bytes', async () => {
    const workbook = await api.workbook();
    await upload(workbook, 'stock.csv', STOCK);
    const content = book('xlsx', {
      Lager: [
        ['sku', 'item', 'qty'],
        ['B2', 'pear', 8],
      ],
    });
    const { body } = await revise(workbook, 'stock.csv', content, { name: 'lager.xlsx' });
    expect(body).toMatchObject({ source: { format: 'xlsx' }, tables: [{ updated: 1, deleted: 3 }] });
    const { bytes } = await api.get(`${workbook}/sources/stock.csv/download`);
    expect(Buffer.from(bytes).equals(content)).toBe(true);
  });

  test('that is staged is not read until its tables are requested', async () => {
    const workbook = await api.workbook();
    await upload(workbook, 's.csv', STOCK, { mode: 'staged' });
    const { body } = await revise(workbook, 's.csv', STOCK_IN_JUNE);
    expect(body).toMatchObject({ revision: 2, source: { status: 'registered' }, artifacts: [] });
  });
});

describe('a revision', () => {
  test('of the same bytes changes nothing', async () => {
    const workbook = await api.workbook();
    await upload(workbook, 'stock.csv', STOCK);
    const { status, body } = await revise(workbook, 'stock.csv', STOCK);
    expect([status, body.unchanged, body.revision, body.op_id]).toEqual([200, true, 1, null]);
    expect((await api.get(`${workbook}/tables/stock`)).body.edit_version).toBe(1);
  });

  test('with dry_run reports what would change', async () => {
    const workbook = await api.workbook();
    await upload(workbook, 'stock.csv', STOCK);
    const { body } = await revise(workbook, 'stock.csv', STOCK_IN_JUNE, { query: '?dry_run=true' });
    expect(body).toMatchObject({ dry_run: true, tables: [{ inserted: 1, updated: 1, deleted: 1 }] });
    expect(await texts(workbook, 'stock')).toHaveLength(4);
    expect((await api.get(`${workbook}/sources/stock.csv`)).body.size).toBe(STOCK.length);
  });

  test('is refused for the bytes of another source, and for unreadable files', async () => {
    const workbook = await api.workbook();
    await upload(workbook, 'stock.csv', STOCK);
    await upload(workbook, 'june.csv', STOCK_IN_JUNE);
    const known = await revise(workbook, 'stock.csv', STOCK_IN_JUNE);
    expect([known.status, known.body.detail]).toEqual([409, expect.stringContaining('"june.csv"')]);
    expect((await revise(workbook, 'stock.csv', 'PK\u0003\u0004', { name: 'x.xlsx' })).status).toBe(422);
    expect((await revise(workbook, 'none.csv', STOCK)).status).toBe(404);
    expect((await api.get(`${workbook}/sources/stock.csv`)).body.size).toBe(STOCK.length);
  });

  test('is one op of the workbook, and happens once for one Idempotency-Key', async () => {
    const workbook = await api.workbook();
    await upload(workbook, 'stock.csv', STOCK);
    const send = () =>
      api.upload(
        `${workbook}/sources/stock.csv/revise`,
        { name: 'stock.csv', content: STOCK_IN_JUNE },
        {},
        { 'idempotency-key': 'june' },
      );
    const first = await send();
    expect((await send()).body).toEqual(first.body);
    const { body } = await api.get(`${workbook}/ops`);
    expect(body.ops.map(({ kind }: { kind: string }) => kind)).toEqual(['source.revise', 'source.ingest']);
  });
});

test('a revision of a structured table is structured again', async () => {
  const workbook = await api.workbook();
  const report = (...lines: unknown[][]) =>
    book('xlsx', { Report: [['Sales 2026'], [], ['region', 'qty'], ...lines] });
  const first = await upload(workbook, 'r.xlsx', report(['North', 1], ['South', 2], ['West', 8]), {
    structuring: 'auto',
  });
  const active = first.body.artifacts.find(({ state }: { state: string }) => state === 'active').name;
  const { body } = await revise(workbook, 'r.xlsx', report(['West', 30], ['North', 1], ['East', 4]));
  expect(body.tables).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ name: active, inserted: 1, updated: 1, deleted: 1 })]),
  );
  expect(body.archived).toEqual([]);
  expect(await texts(workbook, active)).toEqual(['North 1 1', 'West 30 3', 'East 4 4']);
  const { body: west } = await api.get(`${workbook}/tables/${active}/rows/3/provenance`);
  expect(west.cells).toMatchObject([
    { column: 'region', sheet: 'Report', cell: 'A4', raw_value: 'West' },
    { column: 'qty', sheet: 'Report', cell: 'B4', raw_value: 30 },
  ]);
});
