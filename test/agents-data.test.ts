import { beforeAll, expect, test } from 'vitest';
import { Agent } from './support/agent.js';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let owner: Api;
let workbook: string;
let workbook_id: string;

const table = 'sales';
const sales = {
  name: 'sales.csv',
  content: 'region,month,amount\nNorth,2024-01,100\nSouth,2024-01,250.5\nNorth,2024-02,300\n',
};

beforeAll(async () => {
  service = await CalledService.shared();
  owner = await service.writer();
  workbook = await owner.workbook('Sales');
  workbook_id = workbook.split('/').at(-1) as string;
  await owner.upload(`${workbook}/sources`, sales, { structuring: 'skip' });
});

test('an agent finds a table by a word, and reads its rows a page at a time', async () => {
  const agent = await Agent.connect(owner);
  const { body: found } = await agent.call('search', { text: 'REGION' });
  expect(found.tables).toMatchObject([{ workbook_id, name: table, columns: ['region', 'month', 'amount'] }]);
  expect((await agent.call('search', { text: 'nothing like it' })).body.tables).toEqual([]);

  const north = { column: 'region', op: 'eq', value: 'North' };
  const page = { workbook_id, table, filter: north, order_by: ['-amount'], columns: ['amount'], limit: 1 };
  const { body: first } = await agent.call('read_rows', page);
  expect(first).toMatchObject({
    notice: expect.stringContaining('data'),
    rows: [{ amount: 300, __svc_row_id: 3 }],
    total: 2,
    edit_version: 1,
  });
  const { body: last } = await agent.call('read_rows', { ...page, cursor: first.next_cursor });
  expect(last).toMatchObject({ rows: [{ amount: 100 }], next_cursor: null });
});

test('a statement is checked without being run', async () => {
  const agent = await Agent.connect(owner);
  const check = async (sql: string) => (await agent.call('validate_query', { workbook_id, sql })).body;
  expect(await check('select region, sum(amount) as total from sales group by all')).toEqual({
    valid: true,
    errors: [],
    columns: [
      { name: 'region', type: 'VARCHAR' },
      { name: 'total', type: 'DOUBLE' },
    ],
    tables: ['sales'],
    column_count: 2,
  });
  const { valid, errors } = await check('select regoin from sales');
  expect([valid, errors[0].message]).toEqual([false, expect.stringContaining('"region"')]);
});

test('an agent changes rows, is told of changes in between, and undoes what it did', async () => {
  const agent = await Agent.connect(owner, { name: 'Ledger bot' });
  const made = await owner.post(`${workbook}/tables`, {
    name: 'ledger',
    columns: [{ name: 'item' }, { name: 'amount', type: 'DECIMAL(38,0)' }],
  });
  const place = { workbook_id, table: 'ledger' };
  const edit = { ...place, expected_version: made.body.table.edit_version };
  const rows = [
    { item: 'rent', amount: 1200 },
    { item: 'tax', amount: '12345678901234567890' },
  ];
  const { body: planned } = await agent.call('upsert_rows', { ...edit, rows, dry_run: true });
  expect(planned).toMatchObject({ inserted: 2, dry_run: true });
  const { body: written } = await agent.call('upsert_rows', { ...edit, rows });
  expect(written).toMatchObject({ inserted: 2, updated: 0, row_ids: [1, 2], dry_run: false });

  const late = await agent.call('upsert_rows', { ...edit, rows });
  expect([late.isError, late.body]).toMatchObject([true, { type: '/problems/version-conflict' }]);
  const matched = { ...place, expected_version: null, match_on: ['item'] };
  const { body: updated } = await agent.call('upsert_rows', {
    ...matched,
    rows: [{ item: 'rent', amount: 1300 }],
  });
  expect(updated).toMatchObject({ inserted: 0, updated: 1, row_ids: [1] });

  const expected_version = updated.edit_version;
  const { body: deleted } = await agent.call('delete_rows', { ...place, row_ids: [2], expected_version });
  expect(deleted).toMatchObject({ deleted: 1 });
  const { body: log } = await agent.call('list_ops', { workbook_id, limit: 3 });
  expect(log.ops).toMatchObject([
    { op_id: deleted.op_id, kind: 'rows.delete', table: 'ledger', actor: 'Ledger bot', undoable: true },
    { op_id: updated.op_id, kind: 'rows.upsert' },
    { op_id: written.op_id, kind: 'rows.upsert' },
  ]);
  const { body: undone } = await agent.call('undo', { workbook_id, op_id: deleted.op_id });
  expect(undone).toMatchObject({ rows: 1, tables: [{ name: 'ledger' }] });
  const { body: read } = await agent.call('read_rows', { ...place, columns: ['amount'] });
  expect(read.rows).toMatchObject([{ amount: 1300 }, { amount: '12345678901234567890' }]);
  expect((await agent.call('undo', { workbook_id, op_id: deleted.op_id })).isError).toBe(true);
});

test('an agent profiles a table, traces a row to its file and its inputs, and compares versions', async () => {
  const agent = await Agent.connect(owner);
  const { body: profile } = await agent.call('profile_table', { workbook_id, table });
  expect(profile).toMatchObject({ row_count: 3, next_columns_offset: null });
  expect(profile.columns[0]).toEqual({
    name: 'region',
    type: 'VARCHAR',
    nulls: 0,
    distinct: 2,
    min: 'North',
    max: 'South',
    top_values: [
      { value: 'North', count: 2 },
      { value: 'South', count: 1 },
    ],
  });
  const beyond = { workbook_id, table, columns_offset: 3 };
  expect((await agent.call('profile_table', beyond)).body.columns).toEqual([]);

  const doubled = { name: 'doubled', kind: 'sql', args: { t: table }, output: 'doubled' };
  const code = 'select region, amount * 2 as twice from {{ t }}';
  await owner.post(`${workbook}/transforms`, { ...doubled, code });
  const { rows } = (await agent.call('read_rows', { workbook_id, table: 'doubled', order_by: ['twice'] }))
    .body;
  const { body: trace } = await agent.call('trace_row', {
    workbook_id,
    table: 'doubled',
    row_id: rows[0].__svc_row_id,
  });
  const file = { source: 'sales.csv', cell: 'C2', raw_value: '100' };
  expect(trace.cells[1]).toMatchObject({
    column: 'twice',
    origins: [{ table: 'sales', column: 'amount', row_id: 1, ...file }],
    complete: true,
  });
  expect(trace.inputs).toEqual([{ table: 'sales', row_ids: [1], total: 1 }]);

  await agent.call('create_version', { workbook_id, label: 'closed' });
  const row = { __svc_row_id: 1, amount: 110 };
  await agent.call('upsert_rows', { workbook_id, table, rows: [row], expected_version: null });
  const { body: listed } = await agent.call('list_versions', { workbook_id });
  expect(listed.versions[0]).toMatchObject({ label: 'closed', automatic: false });
  const { body: difference } = await agent.call('diff_versions', { workbook_id, from: 'closed' });
  expect(difference).toMatchObject({
    tables: [
      {
        name: 'sales',
        status: 'changed',
        rows: { inserted: 0, deleted: 0, updated: 1 },
        columns: {},
        cells: [{ row_id: 1, change: 'update', column: 'amount', old: 100, new: 110 }],
      },
    ],
    more: null,
  });
});

test('an agent foresees what a restore changes, restores a version, and takes that back', async () => {
  const workbook_id = (await owner.workbook('Restored')).split('/').at(-1) as string;
  const careful = await Agent.connect(owner);
  await careful.call('upload', {
    workbook_id,
    filename: 'stock.csv',
    content: 'item,qty\nnail,1\nscrew,2\n',
  });
  await careful.call('create_version', { workbook_id, label: 'counted' });
  const rows = [{ __svc_row_id: 1, qty: 9 }, { item: 'bolt' }];
  await careful.call('upsert_rows', { workbook_id, table: 'stock', rows, expected_version: null });
  const refused = await careful.call('restore_version', { workbook_id, version: 'counted' });
  expect(refused.body).toMatchObject({ status: 403, missing_scope: 'workbooks:delete' });

  const scopes = ['workbooks:write', 'workbooks:delete'];
  const agent = await Agent.connect(await (await service.signIn()).mint(scopes), { name: 'Ledger bot' });
  const restore = async (version: string, dry_run = false) =>
    (await agent.call('restore_version', { workbook_id, version, dry_run })).body;
  const quantities = async () =>
    (await agent.call('query', { workbook_id, sql: 'select qty from stock order by __svc_row_id' })).body
      .rows;
  expect(await restore('counted', true)).toMatchObject({
    safety_snapshot_id: null,
    tables: [
      {
        name: 'stock',
        action: 'restored',
        changes: { rows: { inserted: 0, deleted: 1, updated: 1 }, cells: 2 },
      },
    ],
  });
  expect(await quantities()).toEqual([{ qty: 9 }, { qty: 2 }, { qty: null }]);
  const { safety_snapshot_id } = await restore('counted');
  expect(await quantities()).toEqual([{ qty: 1 }, { qty: 2 }]);
  const { body } = await agent.call('list_ops', { workbook_id, limit: 1 });
  expect(body.ops[0]).toMatchObject({ kind: 'snapshot.restore', actor: 'Ledger bot' });
  await restore(safety_snapshot_id);
  expect(await quantities()).toEqual([{ qty: 9 }, { qty: 2 }, { qty: null }]);
  expect(await restore('counte')).toMatchObject({ status: 404 });
});

test('answers about a wide table with long cells stay small, and say how to get the rest', async () => {
  const agent = await Agent.connect(owner);
  const names = Array.from({ length: 60 }, (_, i) => `c${i}`);
  const line = names.map(() => 'x'.repeat(400));
  const wide = { name: 'wide.csv', content: `${names}\n${line}\n${line}\n` };
  await owner.upload(`${workbook}/sources`, wide, { structuring: 'skip' });
  const place = { workbook_id, table: 'wide' };
  const { body: page } = await agent.call('read_rows', place);
  expect([page.rows.length, page.total, page.next_cursor]).toEqual([1, 2, expect.any(String)]);
  const last = { ...place, columns_offset: 50 };
  for (const [tool, list, more] of [
    ['profile_table', 'columns', {}],
    ['trace_row', 'cells', { row_id: 1 }],
  ] as const) {
    const { body: first } = await agent.call(tool, { ...place, ...more });
    expect([first[list].length, first.next_columns_offset]).toEqual([25, 25]);
    const { body: rest } = await agent.call(tool, { ...last, ...more });
    expect([rest[list].length, rest.next_columns_offset]).toEqual([10, null]);
    expect(JSON.stringify(rest)).not.toContain('x'.repeat(101));
  }
  const cut = { workbook_id, table: 'wide', rows: [Object.fromEntries(names.map((n) => [n, 'y']))] };
  await agent.call('create_version', { workbook_id, label: 'wide' });
  await agent.call('upsert_rows', { ...cut, expected_version: null });
  await agent.call('delete_rows', { ...place, row_ids: [1], expected_version: null });
  const { body: difference } = await agent.call('diff_versions', { workbook_id, from: 'wide' });
  expect(difference.tables[0].cells).toHaveLength(100);
  expect(difference.more).toContain('/versions/wide/diff');
});

test('an agent resolves a conflict', async () => {
  const agent = await Agent.connect(owner);
  const table = 'totals';
  const total = { name: table, kind: 'sql', args: { t: 'sales' }, output: table, key: ['region'] };
  const code = 'select region, sum(amount) as total from {{ t }} group by all';
  await owner.post(`${workbook}/transforms`, { ...total, code });
  const read = async () => {
    const page = { workbook_id, table, filter: { column: 'region', op: 'eq', value: 'South' } };
    return (await agent.call('read_rows', page)).body.rows[0];
  };
  const { __svc_row_id } = await read();
  const write = (of: string, row: object) =>
    agent.call('upsert_rows', { workbook_id, table: of, rows: [row], expected_version: null });
  await write(table, { __svc_row_id, total: 1 });
  await write('sales', { __svc_row_id: 2, amount: 260 });
  await owner.post(`${workbook}/recompute`);

  const { body: open } = await agent.call('list_conflicts', { workbook_id });
  expect(open.conflicts).toMatchObject([
    { kind: 'stale_override', table, column: 'total', base: 250.5, previous: 1, incoming: 260 },
  ]);
  const choice = { workbook_id, conflict_id: open.conflicts[0].id, action: 'drop_override' };
  expect((await agent.call('resolve_conflict', { ...choice, dry_run: true })).body.dry_run).toBe(true);
  expect((await agent.call('resolve_conflict', choice)).body).toMatchObject({ status: 'dropped' });
  expect((await read()).total).toBe(260);
  expect((await agent.call('list_conflicts', { workbook_id })).body.conflicts).toEqual([]);
});
