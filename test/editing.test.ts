import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.signIn();
});

const columns = [
  { name: 'item' },
  { name: 'qty', type: 'bigint' },
  { name: 'price', type: 'Decimal(10,2)' },
  { name: 'day', type: 'DATE' },
];

/** A new table `stock` with three rows at version 2. */
async function stock(): Promise<string> {
  const workbook = await api.workbook();
  await api.post(`${workbook}/tables`, { name: 'stock', columns });
  const rows = [
    { item: 'apple', qty: 5, price: 1.5, day: '2026-01-01' },
    { item: 'pear', qty: 7, price: '2.25', day: null },
    { item: 'plum', qty: null, price: 3 },
  ];
  await api.post(`${workbook}/tables/stock/rows/upsert`, { rows, expected_version: 1 });
  return workbook;
}

const rowsOf = async (workbook: string, query = '') =>
  (await api.get(`${workbook}/tables/stock/rows${query}`)).body.rows;

describe('creating a table', () => {
  test('makes an empty, typed and writable table at version 1', async () => {
    const workbook = await api.workbook();
    const { status, body } = await api.post(`${workbook}/tables`, { name: 'stock', columns });
    expect(status).toBe(201);
    expect(body.table).toMatchObject({ name: 'stock', type: 'table', layer: 'base', edit_version: 1 });
    const read = await api.get(`${workbook}/tables/stock/rows`);
    expect(read.body).toMatchObject({ rows: [], total: 0, edit_version: 1 });
    expect(read.body.columns.map((column: { type: string }) => column.type)).toEqual([
      'VARCHAR',
      'BIGINT',
      'DECIMAL(10,2)',
      'DATE',
    ]);
  });

  test.each([
    ['a taken name', { name: 'STOCK', columns }, 409],
    ['an unknown type', { name: 'x', columns: [{ name: 'a', type: 'BLOB' }] }, 422],
    ['a repeated column', { name: 'x', columns: [{ name: 'a' }, { name: 'A' }] }, 422],
    ['the row id as a column', { name: 'x', columns: [{ name: '__svc_row_id' }] }, 422],
    ['a name of the engine', { name: 'pg_class', columns }, 422],
    ['no column', { name: 'x', columns: [] }, 422],
    ['201 columns', { name: 'x', columns: Array.from({ length: 201 }, (_, i) => ({ name: `c${i}` })) }, 422],
    ['a name of 201 characters', { name: 'x'.repeat(201), columns }, 422],
  ])('refuses %s', async (_, body, status) => {
    const workbook = await stock();
    expect((await api.post(`${workbook}/tables`, body)).status).toBe(status);
  });

  test('accepts 200 columns and a name of 200 characters', async () => {
    const workbook = await api.workbook();
    const wide = Array.from({ length: 200 }, (_, i) => ({ name: `c${i}` }));
    expect((await api.post(`${workbook}/tables`, { name: 'x'.repeat(200), columns: wide })).status).toBe(201);
  });
});

describe('upserting rows', () => {
  test('inserts without an id, updates with one, and keeps absent cells', async () => {
    const workbook = await stock();
    const { body } = await api.post(`${workbook}/tables/stock/rows/upsert`, {
      rows: [{ __svc_row_id: 2, qty: 8 }, { item: 'fig' }],
      expected_version: 2,
    });
    expect(body).toMatchObject({ edit_version: 3, inserted: 1, updated: 1, row_ids: [2, 4] });
    expect(await rowsOf(workbook)).toEqual([
      { item: 'apple', qty: 5, price: 1.5, day: '2026-01-01', __svc_row_id: 1 },
      { item: 'pear', qty: 8, price: 2.25, day: null, __svc_row_id: 2 },
      { item: 'plum', qty: null, price: 3, day: null, __svc_row_id: 3 },
      { item: 'fig', qty: null, price: null, day: null, __svc_row_id: 4 },
    ]);
    expect((await rowsOf(workbook, '?as_of=2'))[1]).toMatchObject({ qty: 7 });
  });

  test('is all or nothing, and reports row, column, value and type of an error', async () => {
    const workbook = await stock();
    const rows = Array.from({ length: 10_000 }, (_, i) => ({ item: `i${i}`, qty: i === 9_999 ? 'many' : i }));
    const { status, body } = await api.post(`${workbook}/tables/stock/rows/upsert`, {
      rows,
      expected_version: 2,
    });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([
      { path: '/rows/9999/qty', message: '"many" is not a whole number (BIGINT)' },
    ]);
    expect(await rowsOf(workbook)).toHaveLength(3);
  });

  test('accepts 10,000 rows at once and no more', async () => {
    const workbook = await stock();
    const rows = Array.from({ length: 10_001 }, (_, i) => ({ qty: i }));
    const write = (some: object[]) =>
      api.post(`${workbook}/tables/stock/rows/upsert`, { rows: some, expected_version: null });
    expect((await write(rows)).status).toBe(422);
    expect((await write(rows.slice(1))).body).toMatchObject({ inserted: 10_000 });
    expect((await api.get(`${workbook}/tables/stock/rows?limit=1`)).body.total).toBe(10_003);
  });

  test('matches rows by their values', async () => {
    const workbook = await stock();
    const upsert = (rows: object[], match_on: string[]) =>
      api.post(`${workbook}/tables/stock/rows/upsert`, { rows, match_on, expected_version: null });
    expect(
      (
        await upsert(
          [
            { item: 'pear', qty: 1 },
            { item: 'kiwi', qty: 2 },
          ],
          ['item'],
        )
      ).body,
    ).toMatchObject({
      inserted: 1,
      updated: 1,
      row_ids: [2, 4],
    });
    await upsert([{ item: 'pear', qty: 9, price: 9 }], ['qty']);
    expect((await upsert([{ item: 'pear', qty: 3 }], ['item'])).body.errors[0].message).toContain(
      'matches 2 rows',
    );
    expect((await upsert([{ qty: 3 }], ['item'])).status).toBe(422);
    expect((await upsert([{ item: 'x' }], ['nope'])).status).toBe(422);
  });

  test.each([
    ['a row id that does not exist', [{ __svc_row_id: 99, qty: 1 }], /no row 99/],
    ['a row id that the same request would assign', [{ __svc_row_id: 4 }, { qty: 1 }], /no row 4/],
    ['an unknown column', [{ colour: 'red' }], /no column "colour"/],
    ['the same row twice', [{ __svc_row_id: 1 }, { __svc_row_id: 1 }], /more than once/],
    ['half of a character', [{ item: '\ud800' }], /well-formed/],
  ])('refuses %s', async (_, rows, message) => {
    const workbook = await stock();
    const { status, body } = await api.post(`${workbook}/tables/stock/rows/upsert`, {
      rows,
      expected_version: null,
    });
    expect(status).toBe(422);
    expect(body.detail).toMatch(message);
  });
});

describe('versions', () => {
  test('exactly one of many writers on one version succeeds; the others get the changes since', async () => {
    const workbook = await stock();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        api.post(`${workbook}/tables/stock/rows/upsert`, {
          rows: [{ __svc_row_id: 1, qty: i }],
          expected_version: 2,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [lost] = answers.filter(({ status }) => status === 409);
    expect(lost?.body).toMatchObject({
      type: '/problems/version-conflict',
      current_version: 3,
      changes_since: {
        rows: [{ row_id: 1, kind: 'update', columns: ['qty'] }],
        columns: [],
        truncated: false,
      },
    });
  });

  test('a write requires a version, in the body or as If-Match', async () => {
    const workbook = await stock();
    const rows = [{ item: 'x' }];
    const path = `${workbook}/tables/stock/rows/upsert`;
    expect((await api.post(path, { rows })).body.errors[0].path).toBe('/expected_version');
    expect((await api.post(path, { rows }, { 'if-match': '"1"' })).status).toBe(409);
    expect((await api.post(path, { rows }, { 'if-match': '"2"' })).status).toBe(200);
    expect((await api.post(path, { rows, expected_version: null })).status).toBe(200);
  });

  test('an actor has at most 200 characters', async () => {
    const workbook = await stock();
    const write = (actor: string) =>
      api.post(`${workbook}/tables/stock/rows/upsert`, { rows: [{ qty: 1 }], expected_version: null, actor });
    expect((await write('a'.repeat(200))).status).toBe(200);
    expect((await write('a'.repeat(201))).status).toBe(422);
  });

  test('a dry run returns what would happen and changes nothing', async () => {
    const workbook = await stock();
    const body = { rows: [{ item: 'x' }], expected_version: 2 };
    const dry = await api.post(`${workbook}/tables/stock/rows/upsert?dry_run=true`, body);
    expect(dry.body).toMatchObject({ dry_run: true, edit_version: 3, inserted: 1 });
    expect((await api.get(`${workbook}/tables/stock/rows`)).body.edit_version).toBe(2);
  });
});

describe('deleting, history and undo', () => {
  test('deleted ids are not reused, and undo restores the same row', async () => {
    const workbook = await stock();
    const deleted = await api.post(`${workbook}/tables/stock/rows/delete`, {
      row_ids: [3],
      expected_version: 2,
      actor: 'Ann',
    });
    expect(deleted.body).toMatchObject({ edit_version: 3, deleted: 1 });
    const { body } = await api.post(`${workbook}/tables/stock/rows/upsert`, {
      rows: [{ item: 'new' }],
      expected_version: 3,
    });
    expect(body.row_ids).toEqual([4]);
    expect(
      (await api.post(`${workbook}/tables/stock/rows/delete`, { row_ids: [3], expected_version: null }))
        .status,
    ).toBe(422);

    const undone = await api.post(`${workbook}/ops/${deleted.body.op_id}/undo`);
    expect(undone.body).toMatchObject({ undone_op_id: deleted.body.op_id, edit_version: 5, rows: 1 });
    expect((await rowsOf(workbook))[2]).toEqual({
      item: 'plum',
      qty: null,
      price: 3,
      day: null,
      __svc_row_id: 3,
    });
    expect((await api.post(`${workbook}/ops/${deleted.body.op_id}/undo`)).status).toBe(409);
  });

  test('undo refuses and lists cells that a later edit changed, unless forced', async () => {
    const workbook = await stock();
    const write = async (row: object) =>
      (await api.post(`${workbook}/tables/stock/rows/upsert`, { rows: [row], expected_version: null })).body
        .op_id;
    const op = await write({ __svc_row_id: 1, qty: 10, item: 'APPLE' });
    await write({ __svc_row_id: 1, price: 9 });
    await write({ __svc_row_id: 1, qty: 11 });
    const refused = await api.post(`${workbook}/ops/${op}/undo`);
    expect(refused.status).toBe(409);
    expect(refused.body.conflicts).toEqual([{ row_id: 1, columns: ['qty'], edit_version: 5 }]);
    expect((await api.post(`${workbook}/ops/${op}/undo?force=true`)).status).toBe(200);
    expect((await rowsOf(workbook))[0]).toMatchObject({ qty: 5, item: 'apple', price: 9 });
  });

  test('undo of an insert deletes its rows, and an op is undone once', async () => {
    const workbook = await stock();
    const { body } = await api.get(`${workbook}/ops`);
    expect(body.ops.map((op: { kind: string; undoable: boolean }) => [op.kind, op.undoable])).toEqual([
      ['rows.upsert', true],
      ['table.create', true],
    ]);
    expect(body.ops[0].code).toMatchObject({ method: 'POST', path: 'rows/upsert' });
    await api.post(`${workbook}/ops/${body.ops[0].op_id}/undo`);
    expect(await rowsOf(workbook)).toEqual([]);
    const older = await api.get(`${workbook}/ops?before=2&limit=1`);
    expect(older.body.ops.map((op: { op_id: number }) => op.op_id)).toEqual([1]);
    expect((await api.post(`${workbook}/ops/${body.ops[0].op_id}/undo`)).status).toBe(409);
    expect((await api.post(`${workbook}/ops/99/undo`)).status).toBe(404);
  });

  test('ops are listed by table, kind and user; an op on several tables is found by each', async () => {
    const workbook = await stock();
    const { body: snapshot } = await api.post(`${workbook}/snapshots`, { summary: 'Before' });
    await api.post(`${workbook}/tables`, { name: 'other', columns: [{ name: 'a' }] });
    await api.post(`${workbook}/tables/stock/rows/delete`, { row_ids: [1], expected_version: null });
    await api.post(`${workbook}/snapshots/${snapshot.id}/restore`);
    const kinds = async (query: string): Promise<string[]> =>
      (await api.get(`${workbook}/ops?${query}`)).body.ops.map(({ kind }: { kind: string }) => kind);
    const ofStock = ['snapshot.restore', 'rows.delete', 'rows.upsert', 'table.create'];
    expect(await kinds('table=Stock')).toEqual(ofStock);
    expect(await kinds('table=stock&kind=rows')).toEqual(['rows.delete', 'rows.upsert']);
    expect(await kinds('kind=row')).toEqual([]);
    expect(await kinds('kind=rows.delete')).toEqual(['rows.delete']);
    expect(await kinds('user_id=usr_nobody')).toEqual([]);
  });

  test('a bulk edit is listed without its rows', async () => {
    const workbook = await stock();
    const rows = Array.from({ length: 2000 }, (_, i) => ({ item: `item number ${i}` }));
    await api.post(`${workbook}/tables/stock/rows/upsert`, { rows, expected_version: null });
    const [op] = (await api.get(`${workbook}/ops?limit=1`)).body.ops;
    expect(op).toMatchObject({ kind: 'rows.upsert', undoable: true, code: null });
  });

  test("a row's history lists who changed which cell from what to what", async () => {
    const workbook = await stock();
    await api.post(`${workbook}/tables/stock/rows/upsert`, {
      rows: [{ __svc_row_id: 1, qty: 6 }],
      expected_version: 2,
      actor: 'Ann',
    });
    await api.post(`${workbook}/tables/stock/rows/delete`, { row_ids: [1], expected_version: 3 });
    const { body } = await api.get(`${workbook}/tables/stock/rows/1/history`);
    expect(body.changes).toMatchObject([
      { change: 'delete', old: { item: 'apple', qty: 6, price: 1.5, day: '2026-01-01' }, new: null },
      {
        change: 'update',
        kind: 'rows.upsert',
        actor: 'Ann',
        edit_version: 3,
        old: { qty: 5 },
        new: { qty: 6 },
      },
      { change: 'insert', old: null, new: { item: 'apple', qty: 5, price: 1.5, day: '2026-01-01' } },
    ]);
    expect((await api.get(`${workbook}/tables/stock/rows/99/history`)).status).toBe(404);
  });

  test('rows of an uploaded file have a history since their first edit', async () => {
    const workbook = await api.workbook();
    await api.upload(
      `${workbook}/sources`,
      { name: 'stock.csv', content: 'item,qty\na,1\nb,2\n' },
      { structuring: 'skip' },
    );
    const { body } = await api.post(`${workbook}/tables/stock/rows/upsert`, {
      rows: [{ __svc_row_id: 2, qty: 5 }],
      expected_version: 1,
    });
    const history = await api.get(`${workbook}/tables/stock/rows/2/history`);
    expect(history.body.changes).toMatchObject([{ old: { qty: 2 }, new: { qty: 5 } }]);
    await api.post(`${workbook}/ops/${body.op_id}/undo`);
    expect(await rowsOf(workbook)).toMatchObject([{ qty: 1 }, { qty: 2 }]);
  });
});
