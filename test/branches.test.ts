import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';
import { entriesOf } from './support/zip-entries.js';

let service: CalledService;
let owner: Api;
let api: Api;
let workbook: string;
beforeAll(async () => {
  service = await CalledService.shared();
  owner = await service.signIn();
  api = await owner.mintWriter();
});

beforeEach(async () => {
  workbook = await api.workbook('Orders');
  for (const name of ['orders', 'people']) {
    const columns = ['code', 'amount'].map((column) => ({ name: column, type: 'VARCHAR' }));
    await api.post(`${workbook}/tables`, { name, columns });
    const rows = [{ code: '007', amount: '=1+1' }];
    await api.post(`${workbook}/tables/${name}/rows/upsert`, { rows, expected_version: null });
  }
});

const exported = (body: object) => api.post(`${workbook}/export`, { record_branch: true, ...body });
const branches = async (query = '') => (await api.get(`${workbook}/branches${query}`)).body.branches;

test('an export with record_branch is listed with each table and the version that the file shows', async () => {
  const { status, headers } = await exported({});
  expect(status).toBe(200);
  const id = headers.get('x-svc-branch-id');
  expect(id).toMatch(/^br_/);
  const common = { branch_id: id, base_version: 2, rows: 1, status: 'open', filename: 'Orders.xlsx' };
  expect(await branches()).toEqual(
    ['orders', 'people'].map((table) => expect.objectContaining({ ...common, table })),
  );
  const { ops } = (await api.get(`${workbook}/ops?limit=1`)).body;
  expect(ops).toEqual([expect.objectContaining({ kind: 'branch.create', op_id: expect.any(Number) })]);
  const { entries } = (await api.get(`${workbook}/audit-log`)).body;
  expect(JSON.stringify(entries)).toContain(`"branch_id":"${id}"`);
});

test('the xlsx file has its identity in hidden names and nowhere else, and a plain export has none', async () => {
  const { bytes, headers } = await exported({ tables: ['orders'] });
  const parts = await entriesOf(bytes);
  const names = parts.get('xl/workbook.xml') ?? '';
  expect(names).toContain(`hidden="1">&quot;${headers.get('x-svc-branch-id')}&quot;</definedName>`);
  expect(names.match(/hidden="1">'orders'!\$[A-C]\$1</g)).toHaveLength(3);
  expect(names).not.toContain('007');
  for (const [name, part] of parts) if (name !== 'xl/workbook.xml') expect(part).not.toContain('_svc_art');
  const plain = await api.post(`${workbook}/export`, { tables: ['orders'] });
  expect((await entriesOf(plain.bytes)).get('xl/workbook.xml')).not.toContain('definedName');
  expect(plain.headers.get('x-svc-branch-id')).toBeNull();
});

test('csv files are branches too', async () => {
  const { headers, body } = await exported({ tables: ['orders'], format: 'csv' });
  expect(body).toBe("code,amount,__svc_row_id\r\n007,'=1+1,1\r\n");
  expect(await branches()).toEqual([
    expect.objectContaining({ branch_id: headers.get('x-svc-branch-id'), filename: 'orders.csv' }),
  ]);
});

test('what could never be merged is refused and nothing is recorded', async () => {
  await api.post(`${workbook}/transforms`, {
    name: 'total',
    kind: 'sql',
    code: 'select count(*) as n from {{ o }}',
    args: { o: 'orders' },
    output: 'total',
  });
  const derived = await exported({ tables: ['orders', 'total'] });
  expect([derived.status, derived.body.type]).toEqual([400, '/problems/derived-branch']);
  expect(derived.body.detail).toContain('"total"');
  expect((await exported({})).status).toBe(400);
  expect((await exported({ tables: ['orders'], include_row_ids: false })).status).toBe(422);
  const reader = await owner.mint(['workbooks:read']);
  const refused = await reader.post(`${workbook}/export`, { tables: ['orders'], record_branch: true });
  expect([refused.status, refused.body.missing_scope]).toEqual([403, 'workbooks:write']);
  expect(await branches()).toEqual([]);
});

test('a closed branch is listed among the closed ones, and closing it again changes nothing', async () => {
  const id = (await exported({ tables: ['orders'] })).headers.get('x-svc-branch-id');
  const close = () => api.post(`${workbook}/branches/${id}/close`);
  const closed = (await close()).body;
  expect(closed).toMatchObject({ branch_id: id, status: 'closed', branches: [{ table: 'orders' }] });
  expect(await branches()).toEqual([]);
  expect(await branches('?status=closed')).toEqual(closed.branches);
  expect((await close()).body).toEqual({ ...closed, op_id: null });
  const foreign = await api.workbook();
  expect((await api.post(`${foreign}/branches/${id}/close`)).status).toBe(404);
});

test('a branch whose file came back is merged, with the time of its last merge', async () => {
  const [kept, other] = [
    await exported({ tables: ['orders'], format: 'csv' }),
    await exported({ tables: ['people'] }),
  ];
  const branch_id = kept.headers.get('x-svc-branch-id') as string;
  const send = async (content: string) =>
    (await api.upload(`${workbook}/tables/orders/merge`, { name: 'orders.csv', content }, { branch_id }))
      .body;
  await send(kept.body);
  expect(await branches('?status=merged')).toEqual([]);
  const { op_id } = await send(kept.body.replace('007', '008'));
  const [merged, ...more] = await branches('?status=merged');
  expect(more).toEqual([]);
  expect(merged).toMatchObject({ branch_id, table: 'orders', status: 'merged' });
  const op = (await api.get(`${workbook}/ops?limit=1`)).body.ops[0];
  expect([op.op_id, op.created_at]).toEqual([op_id, merged.merged_at]);
  const open = { branch_id: other.headers.get('x-svc-branch-id'), status: 'open', merged_at: null };
  expect(await branches()).toEqual([expect.objectContaining(open)]);
  expect(await branches('?status=all')).toEqual([expect.objectContaining(open), merged]);
  await api.post(`${workbook}/branches/${branch_id}/close`);
  expect(await branches('?status=all')).toEqual([
    expect.objectContaining(open),
    { ...merged, status: 'closed' },
  ]);
});

test('a branch whose merge was undone is open again', async () => {
  const { body, headers } = await exported({ tables: ['orders'], format: 'csv' });
  const branch_id = headers.get('x-svc-branch-id') as string;
  const file = { name: 'orders.csv', content: body.replace('007', '008') };
  const merged = await api.upload(`${workbook}/tables/orders/merge`, file, { branch_id });
  await api.post(`${workbook}/ops/${merged.body.op_id}/undo`);
  expect(await branches()).toEqual([expect.objectContaining({ branch_id, status: 'open', merged_at: null })]);
});

test('branches are listed page by page, and those of deleted tables not at all', async () => {
  const ids: (string | null)[] = [];
  for (let i = 0; i < 3; i++) ids.unshift((await exported({})).headers.get('x-svc-branch-id'));
  const seen: string[] = [];
  let cursor: string | null = '';
  do {
    const query: string = cursor && `&cursor=${cursor}`;
    const { body } = await api.get(`${workbook}/branches?limit=2${query}`);
    for (const { branch_id, table } of body.branches) seen.push(`${branch_id} ${table}`);
    cursor = body.next_cursor;
  } while (cursor !== null);
  expect(seen).toEqual(ids.flatMap((id) => ['orders', 'people'].map((table) => `${id} ${table}`)));
  await api.delete(`${workbook}/tables/people?expected_version=2`);
  expect((await branches()).map(({ table }: { table: string }) => table)).toEqual([
    'orders',
    'orders',
    'orders',
  ]);
});
