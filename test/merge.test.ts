import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { ExportedFile } from './support/exported-file.js';
import { book } from './support/files.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let owner: Api;
let api: Api;
let workbook: string;
beforeAll(async () => {
  service = await CalledService.shared();
  owner = await service.signIn();
  api = await owner.mintWriter();
});

const types = {
  name: 'VARCHAR',
  qty: 'BIGINT',
  price: 'DECIMAL(10,2)',
  ratio: 'DOUBLE',
  day: 'DATE',
  at: 'TIMESTAMP',
  zoned: 'TIMESTAMPTZ',
  clock: 'TIME',
  done: 'BOOLEAN',
  more: 'JSON',
};
const row = {
  name: '007',
  qty: '9007199254740993',
  price: 12.3,
  ratio: 0.1 + 0.2,
  day: '2026-01-31',
  at: '2026-01-31T12:00:00.123456',
  zoned: '2026-01-31T12:00:00Z',
  clock: '13:05:00',
  done: true,
  more: { a: [1, 2] },
};
const texts = ['', '=1+1', "'quoted", ' spaced ', 'a\r\nb', '😀 漢字', 'TRUE', '1e5', '2026-01-31', '#N/A'];

const table = () => `${workbook}/tables/orders`;
const upsert = (...rows: object[]) => api.post(`${table()}/rows/upsert`, { rows, expected_version: null });
const rows = async () => (await api.get(`${table()}/rows?limit=1000`)).body.rows as Record<string, unknown>[];
const cells = async (column: string) => (await rows()).map((one) => one[column]);

beforeEach(async () => {
  workbook = await api.workbook('Orders');
  const columns = Object.entries(types).map(([name, type]) => ({ name, type }));
  await api.post(`${workbook}/tables`, { name: 'orders', columns });
  await upsert(row, ...texts.map((name, i) => ({ ...row, name, qty: i })));
});

const exportTables = (tables = ['orders'], as = api) => ExportedFile.export(as, workbook, tables);

const nothing = { op_id: null, applied: 0, inserted: 0, deleted: 0, conflicts: [] };

describe('a file that was saved without an edit', () => {
  test.each(['shared', 'inline'] as const)(
    'with %s texts merges as nothing, and moves no version',
    async (saved) => {
      const branch = await exportTables();
      const before = (await api.get(table())).body.edit_version;
      const { status, body } = await branch.sync({ texts: saved });
      expect([status, body]).toEqual([200, expect.objectContaining({ ...nothing, edit_version: before })]);
      expect(body.summary).toBe('orders: nothing to merge.');
      const { entries } = (await api.get(`${workbook}/audit-log?limit=1`)).body;
      expect(entries[0]).toMatchObject({ action: 'branch.merged', target: branch.branchId });
    },
  );
});

describe('an edited file', () => {
  test('gives its edits once, and later ones when it is sent again', async () => {
    const branch = await exportTables();
    branch.sheet.set(branch.at('name', 3), 'edited');
    branch.sheet.set(branch.at('price', 3), 99.5);
    const inserted = branch.sheet.rowCount + 1;
    branch.sheet.set(branch.at('name', inserted), 'new');
    branch.sheet.set(branch.at('qty', inserted), 4);
    branch.sheet.deleteRow(5);
    const { changes } = (await branch.sync({ dry_run: true })).body.tables[0];
    expect(changes.slice(0, 2)).toEqual([
      { row: 1, row_id: 2, change: 'update', column: 'name', old: '', new: 'edited' },
      { row: 1, row_id: 2, change: 'update', column: 'price', old: 12.3, new: 99.5 },
    ]);
    expect(changes).toContainEqual({
      row: 3,
      row_id: null,
      change: 'insert',
      column: 'qty',
      old: null,
      new: 4,
    });
    expect(changes).toContainEqual(expect.objectContaining({ row_id: 4, change: 'delete', column: 'name' }));
    const { status, body } = await branch.sync();
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ applied: 2, inserted: 1, deleted: 1, conflicts: [], dry_run: false }),
    ]);
    expect(body.tables).toMatchObject([
      { name: 'orders', rows: { inserted: 1, updated: 1, deleted: 1, unchanged: 9 }, cells: 2 },
    ]);
    expect((await rows())[1]).toMatchObject({ name: 'edited', price: 99.5, qty: 0, __svc_row_id: 2 });
    expect(await cells('name')).toContain('new');
    expect((await branch.sync()).body).toMatchObject(nothing);
    branch.sheet.set(branch.at('name', 2), '008');
    branch.sheet.set(branch.at('qty', branch.sheet.rowCount), 5);
    expect((await branch.sync()).body).toMatchObject({ applied: 2, inserted: 0, deleted: 0 });
    expect((await rows()).at(-1)).toMatchObject({ name: 'new', qty: 5 });
    expect((await branch.sync()).body).toMatchObject(nothing);
  });

  test('may be sorted, have its columns moved, and rows copied', async () => {
    const branch = await exportTables();
    const { sheet } = branch;
    const copy = sheet.copyRow(4);
    sheet.set(branch.at('qty', copy), 77);
    sheet.sortRows((one, other) => String(other[1]).localeCompare(String(one[1])));
    sheet.moveColumn(sheet.column('qty'), 'A');
    const { body } = await branch.sync();
    expect(body).toMatchObject({ applied: 0, inserted: 1, deleted: 0 });
    expect(body.warnings).toEqual([expect.stringContaining('1 row has the row id of another row')]);
    expect(await cells('qty')).toContain(77);
    expect((await branch.sync()).body).toMatchObject(nothing);
  });

  test('adds and renames columns, and leaves alone those that it lacks', async () => {
    const branch = await exportTables();
    const { sheet } = branch;
    sheet.set(`${sheet.column('ratio')}1`, 'share');
    sheet.set('M1', 'remark');
    sheet.set('M2', 'fine');
    const { status, body } = await branch.sync();
    expect([status, body.tables?.[0]?.columns]).toEqual([
      200,
      { added: ['remark'], renamed: [{ from: 'ratio', to: 'share' }], ignored: [], missing: [] },
    ]);
    expect((await rows())[0]).toMatchObject({ remark: 'fine', share: row.ratio });
    expect((await branch.sync()).body).toMatchObject(nothing);
    sheet.set('M3', 'also');
    expect((await branch.sync()).body).toMatchObject({ applied: 1 });
    const { ops } = (await api.get(`${workbook}/ops`)).body;
    for (const { op_id } of ops.filter(({ kind }: { kind: string }) => kind === 'rows.merge')) {
      const undone = await api.post(`${workbook}/ops/${op_id}/undo`);
      expect(undone.status).toBe(200);
    }
    const { columns } = (await api.get(`${table()}/columns`)).body;
    const names = columns.map(({ name }: { name: string }) => name);
    expect(names).toEqual(Object.keys(types));
  });

  test('with a value that does not fit changes nothing and names the cell', async () => {
    const branch = await exportTables();
    branch.sheet.set(branch.at('name', 2), 'edited');
    branch.sheet.set(branch.at('qty', 3), 'many');
    branch.sheet.set(branch.at('more', 4), '{not json');
    const { status, body } = await branch.sync();
    expect([status, body.type]).toEqual([422, '/problems/invalid-cells']);
    expect(body.offenders).toEqual([
      expect.objectContaining({ cell: branch.at('qty', 3), value: 'many', type: 'BIGINT' }),
      expect.objectContaining({ cell: branch.at('more', 4), value: '{not json', type: 'JSON' }),
    ]);
    expect(await cells('name')).not.toContain('edited');
  });

  test('with a row id that was never exported is refused', async () => {
    const branch = await exportTables();
    branch.sheet.set(branch.at('__svc_row_id', 3), 4711);
    const { status, body } = await branch.sync();
    expect([status, body.offenders?.[0]?.cell]).toEqual([422, branch.at('__svc_row_id', 3)]);
  });

  test('whose row ids were all removed, with their heading or without, is refused', async () => {
    const branch = await exportTables();
    for (let n = 2; n <= branch.sheet.rowCount; n++) branch.sheet.set(branch.at('__svc_row_id', n), null);
    expect((await branch.sync()).body).toMatchObject({ status: 422, type: '/problems/unmergeable-file' });
    branch.sheet.set(branch.at('__svc_row_id', 1), null);
    expect((await branch.sync()).body).toMatchObject({ status: 422, type: '/problems/unmergeable-file' });
    expect(await rows()).toHaveLength(11);
  });

  test('that lacks most rows needs a confirmation', async () => {
    await upsert(...Array.from({ length: 20 }, (_, i) => ({ name: `row ${i}` })));
    const branch = await exportTables();
    while (branch.sheet.rowCount > 10) branch.sheet.deleteRow(10);
    const refused = await branch.sync();
    expect([refused.status, refused.body.type]).toEqual([409, '/problems/merge-deletes-most']);
    expect((await branch.sync({ dry_run: true })).body).toMatchObject({ deleted: 22, dry_run: true });
    expect((await branch.sync({ confirm_deletes: true })).body).toMatchObject({ deleted: 22 });
    expect(await rows()).toHaveLength(9);
  });

  test('is only looked at by a dry run', async () => {
    const branch = await exportTables();
    branch.sheet.set(branch.at('name', 2), 'edited');
    expect((await branch.sync({ dry_run: true })).body).toMatchObject({ applied: 1, dry_run: true });
    expect(await cells('name')).not.toContain('edited');
    expect((await branch.sync()).body).toMatchObject({ applied: 1 });
  });
});

describe('what was changed here as well', () => {
  const conflicts = async () => (await api.get(`${workbook}/conflicts?status=open`)).body.conflicts;
  const revert = (id: string) => api.post(`${workbook}/conflicts/${id}/resolve`, { action: 'revert' });

  test('opens a conflict over a cell, whose revert writes the value back', async () => {
    const branch = await exportTables();
    await upsert({ __svc_row_id: 1, name: 'here', price: 1 }, { __svc_row_id: 2, name: 'only here' });
    branch.sheet.set(branch.at('name', 2), 'there');
    branch.sheet.set(branch.at('price', 2), 1);
    const { body } = await branch.sync();
    expect(body).toMatchObject({ applied: 1, tables: [{ conflicts: 1 }] });
    expect(body.conflict_details).toEqual(await conflicts());
    expect(await conflicts()).toEqual([
      expect.objectContaining({
        id: body.conflicts[0],
        row_id: 1,
        column: 'name',
        base: '007',
        previous: 'here',
        incoming: 'there',
      }),
    ]);
    expect((await cells('name')).slice(0, 2)).toEqual(['there', 'only here']);
    expect((await revert(body.conflicts[0])).status).toBe(200);
    expect((await cells('name'))[0]).toBe('here');
    expect((await branch.sync()).body).toMatchObject(nothing);
  });

  test('opens a conflict over a row that one side deleted and the other changed', async () => {
    const branch = await exportTables();
    await api.post(`${table()}/rows/delete`, { row_ids: [1, 4], expected_version: null });
    await upsert({ __svc_row_id: 2, name: 'here' });
    branch.sheet.set(branch.at('name', 2), 'there');
    branch.sheet.deleteRow(3);
    const { body } = await branch.sync();
    expect(body).toMatchObject({ inserted: 1, deleted: 1 });
    expect(await conflicts()).toEqual([
      expect.objectContaining({
        row_id: 2,
        column: null,
        base: expect.objectContaining({ name: '' }),
        previous: expect.objectContaining({ name: 'here' }),
        incoming: null,
      }),
      expect.objectContaining({
        row_id: 1,
        column: null,
        previous: null,
        incoming: expect.objectContaining({ name: 'there', day: row.day }),
      }),
    ]);
    expect((await rows())[0]).toMatchObject({ ...row, name: 'there', __svc_row_id: 1 });
    for (const { id } of await conflicts()) expect((await revert(id)).status).toBe(200);
    expect(await conflicts()).toEqual([]);
    expect((await rows())[0]).toMatchObject({ ...row, name: 'here', qty: 0, __svc_row_id: 2 });
    expect(await rows()).toHaveLength(texts.length - 1);
  });

  test('goes back as it was with the undo of the merge, whose file can be sent again', async () => {
    const branch = await exportTables();
    await upsert({ __svc_row_id: 1, name: 'here' });
    const before = await rows();
    branch.sheet.set(branch.at('name', 2), 'there');
    branch.sheet.deleteRow(4);
    const first = (await branch.sync()).body;
    const { ops } = (await api.get(`${workbook}/ops?limit=1`)).body;
    expect(ops[0]).toMatchObject({ op_id: first.op_id, kind: 'rows.merge', undoable: true });
    const undone = await api.post(`${workbook}/ops/${first.op_id}/undo`);
    expect([undone.status, undone.body.rows]).toEqual([200, 2]);
    expect([await rows(), await conflicts()]).toEqual([before, []]);
    expect((await branch.sync()).body).toMatchObject({ applied: 1, deleted: 1, tables: [{ conflicts: 1 }] });
  });
});

test('all tables of a file merge as one op, or one of them alone', async () => {
  await api.post(`${workbook}/tables`, { name: 'people', columns: [{ name: 'who', type: 'VARCHAR' }] });
  await api.post(`${workbook}/tables/people/rows/upsert`, { rows: [{ who: 'Ann' }], expected_version: null });
  const branch = await exportTables(['orders', 'people']);
  branch.sheet.set(branch.at('name', 2), 'edited');
  branch.book.sheet('people').set('A2', 'Bo');
  const file = { name: 'Orders.xlsx', content: await branch.bytes() };
  const alone = await api.upload(`${workbook}/tables/people/merge`, file, { branch_id: branch.branchId });
  expect([alone.status, alone.body]).toEqual([200, expect.objectContaining({ applied: 1, edit_version: 3 })]);
  expect(alone.body.warnings).toEqual([expect.stringContaining('…/sync')]);
  const { body } = await branch.sync();
  expect(body).toMatchObject({ applied: 1, edit_version: null, tables: [{ cells: 1 }, { cells: 0 }] });
  const undone = await api.post(`${workbook}/ops/${body.op_id}/undo`);
  expect(undone.body.tables).toMatchObject([{ name: 'orders', rows: 1 }]);
});

test('a csv file merges by the id of its branch', async () => {
  const exported = await api.post(`${workbook}/export`, {
    record_branch: true,
    tables: ['orders'],
    format: 'csv',
  });
  const branch_id = exported.headers.get('x-svc-branch-id') as string;
  const send = (content: string) =>
    api.upload(`${workbook}/sync`, { name: 'orders.csv', content }, { branch_id });
  const text = exported.body as unknown as string;
  expect((await send(text)).body).toMatchObject(nothing);
  const { body } = await send(text.replace('007', '008'));
  expect(body).toMatchObject({ applied: 1, inserted: 0, deleted: 0 });
  expect((await cells('name')).slice(0, 3)).toEqual(['008', '', '=1+1']);
  const unknown = await api.upload(`${workbook}/sync`, { name: 'orders.csv', content: text });
  expect([unknown.status, unknown.body.suggested_fix]).toEqual([422, expect.stringContaining('branch_id')]);
});

test('a csv file tells an empty text from no value, where it was edited', async () => {
  await upsert({ __svc_row_id: 3, name: null });
  const { body, headers } = await api.post(`${workbook}/export`, { record_branch: true, format: 'csv' });
  const branch_id = headers.get('x-svc-branch-id') as string;
  const send = async (content: string) =>
    (await api.upload(`${table()}/merge`, { name: 'orders.csv', content }, { branch_id })).body;
  // As programs write it that quote every cell, or none that they need not.
  const quoted = body.replace(/^,/m, '"",');
  expect(await send(quoted)).toMatchObject({ ...nothing, unchanged: texts.length + 1 });
  expect(await send(body.replace(/^"",/m, ','))).toMatchObject(nothing);
  await send(`${body.replace(/^007,/m, '"",').replace(/^TRUE,/m, ',')}"",7,1.5\r\n,8,1.5\r\n`);
  const names = await cells('name');
  expect([names[0], names[1], names[2], names[7]]).toEqual(['', '', null, null]);
  expect(names.slice(-2)).toEqual(['', null]);
});

test('live formulas of a returned file are neither merged nor taken for edits', async () => {
  await api.put(`${table()}/formulas`, { column: 'twice', formula: '=[price]*2', expected_version: null });
  const branch = await ExportedFile.export(api, workbook, ['orders'], { formula_mode: 'preserve' });
  expect(branch.sheet.formula(branch.at('twice', 2))).toBe(`${branch.at('price', 2)}*2`);
  expect((await branch.sync()).body).toMatchObject({ ...nothing, warnings: [] });
  branch.sheet.set(branch.at('price', 2), 5);
  // As a program has computed it; a formula in a column of data counts by its result.
  branch.sheet.set(branch.at('twice', 2), 10, `${branch.at('price', 2)}*2`);
  branch.sheet.set(branch.at('ratio', 3), 2.5, '5/2');
  expect((await branch.sync()).body).toMatchObject({ applied: 2, warnings: [] });
  expect((await rows())[0]).toMatchObject({ price: 5, twice: 10 });
  expect((await rows())[1]).toMatchObject({ ratio: 2.5 });
});

test('live formulas are in the file of a branch whose table was uploaded', async () => {
  const content = book('xlsx', {
    sales: [
      ['qty', 'price'],
      [2, 3],
      [4, 5],
    ],
  });
  await api.upload(`${workbook}/sources`, { name: 'sales.xlsx', content }, { structuring: 'skip' });
  const formula = { column: 'sum', formula: '=[qty]*[price]', expected_version: null };
  await api.put(`${workbook}/tables/sales/formulas`, formula);
  const branch = await ExportedFile.export(api, workbook, ['sales'], { formula_mode: 'preserve' });
  expect(branch.sheet.formula('C2')).toBe('A2*B2');
  expect((await branch.sync()).body).toMatchObject({ ...nothing, unchanged: 2, warnings: [] });
});

test('a formula column follows the merged cells and is not merged itself', async () => {
  await api.put(`${table()}/formulas`, { column: 'twice', formula: '=[price]*2', expected_version: null });
  const branch = await exportTables();
  branch.sheet.set(branch.at('price', 2), 5);
  branch.sheet.set(branch.at('twice', 3), 4711);
  const { body } = await branch.sync();
  expect(body).toMatchObject({ applied: 1, tables: [{ columns: { ignored: ['twice'] } }] });
  expect((await rows())[0]).toMatchObject({ price: 5, twice: 10 });
  expect(await cells('twice')).not.toContain(4711);
});

test('columns that the sender may not write stay as they are', async () => {
  await owner.post(`${table()}/columns/price/tags`, { tag: 'secret' });
  const branch = await exportTables();
  branch.sheet.set(branch.at('name', 2), 'edited');
  branch.sheet.set(branch.at('price', 2), 5);
  await owner.put(`${workbook}/policies/secret`, { effect: 'mask' });
  const { status, body } = await branch.sync();
  expect([status, body.tables?.[0]]).toEqual([
    200,
    expect.objectContaining({ cells: 1, columns: expect.objectContaining({ ignored: ['price'] }) }),
  ]);
  await owner.delete(`${workbook}/policies/secret`);
  expect((await rows())[0]).toMatchObject({ name: 'edited', price: row.price });
  expect((await branch.sync()).body).toMatchObject({ applied: 1 });
});

test('two merges of one file at once do its edits once', async () => {
  const branch = await exportTables();
  branch.sheet.set(branch.at('name', 2), 'edited');
  const inserted = branch.sheet.rowCount + 1;
  branch.sheet.set(branch.at('name', inserted), 'new');
  branch.sheet.set(branch.at('qty', inserted), 4);
  const content = await branch.bytes();
  const send = () => api.upload(`${workbook}/sync`, { name: 'Orders.xlsx', content });
  const answers = await Promise.all([send(), send(), upsert({ __svc_row_id: 3, name: 'meanwhile' })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.slice(0, 2).filter(({ body }) => body.op_id === null)).toHaveLength(1);
  const names = await cells('name');
  expect(names.filter((name) => name === 'new')).toHaveLength(1);
  expect(names.slice(0, 3)).toEqual(['edited', '', 'meanwhile']);
});

test('files of other workbooks and of closed branches are refused', async () => {
  const branch = await exportTables();
  const file = { name: 'Orders.xlsx', content: await branch.bytes() };
  const other = await api.workbook('Other');
  expect((await api.upload(`${other}/sync`, file)).status).toBe(404);
  const wrong = await api.upload(`${workbook}/sync`, file, { branch_id: 'br_other' });
  expect([wrong.status, wrong.body.detail]).toEqual([422, expect.stringContaining(branch.branchId)]);
  await api.post(`${workbook}/branches/${branch.branchId}/close`);
  expect((await branch.sync()).status).toBe(409);
});
