import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { byRegion, SalesWorkbook } from './support/sales-workbook.js';
import { CalledService } from './support/service.js';

let api: Api;
let session: Api;
beforeAll(async () => {
  const service = await CalledService.shared();
  session = await service.signIn();
  const scopes = ['workbooks:write', 'workbooks:delete', 'governance:configure'];
  api = await session.mint(scopes, { rate_limit_per_minute: 10_000 });
});

const sheet = (title: string) => ({ title, spec: { blocks: [{ kind: 'text', text: title }] } });
const chart = (title: string) => ({ chart_type: 'bar', table: 'sales', title, x: 'region', y: ['amount'] });
const any = { expected_version: null };

/** A workbook with something of everything. */
async function make(): Promise<string> {
  const { path } = await SalesWorkbook.make(api);
  for (const [url, body] of [
    ['transforms', byRegion],
    ['versions', { label: 'start' }],
  ] as const)
    await done(api.post(`${path}/${url}`, body));
  await done(api.put(`${path}/charts/sums`, chart('Sums')));
  await done(api.put(`${path}/sheets/report`, sheet('Report')));
  const sales = `${path}/tables/sales`;
  await done(
    api.post(`${sales}/annotations`, { annotations: [{ row_id: 1, column: 'product', note: 'check' }] }),
  );
  await done(api.post(`${sales}/columns/product/tags`, { tag: 'secret' }));
  await done(api.put(`${path}/policies/money`, { role: 'viewer', effect: 'mask' }));
  return path;
}

async function done<Answer extends { status: number; body: unknown }>(
  call: Promise<Answer>,
): Promise<Answer> {
  const answer = await call;
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer;
}

/** Everything that people see of a workbook, without times and numbers of versions. */
async function stateOf(path: string): Promise<unknown> {
  const { artifacts } = (await api.get(`${path}/tables?state=all`)).body;
  const whole: Record<string, unknown> = {};
  for (const { name } of artifacts as { name: string }[]) {
    const at = `${path}/tables/${name}`;
    const [info, columns, rows, annotations] = [
      await api.get(at),
      await api.get(`${at}/columns`),
      await api.get(`${at}/rows?limit=100`),
      await api.get(`${at}/annotations`),
    ].map(({ body }) => body);
    whole[name] = {
      ...lasting(info, 'id', 'description', 'state', 'layer'),
      columns: columns.columns,
      rows: rows.rows,
      annotations: annotations.annotations,
    };
  }
  for (const list of ['sheets', 'charts', 'transforms', 'policies', 'classifications']) {
    const { body } = await api.get(`${path}/${list}`);
    whole[list] = body[list]?.map(withoutTimes);
  }
  whole.report = (await api.get(`${path}/sheets/report`)).body.blocks;
  whole.workbook = lasting((await api.get(path)).body, 'title', 'description');
  return JSON.parse(JSON.stringify(whole));
}

/** What a derived table is computed from may have been changed and changed back. */
const withoutTimes = ({
  created_at,
  updated_at,
  stale,
  stale_since,
  edit_version,
  freshness,
  ...one
}: Record<string, unknown>) => one;

const lasting = (body: Record<string, unknown>, ...keys: string[]) =>
  Object.fromEntries(keys.map((key) => [key, body[key]]));

const changes: Record<string, (path: string) => Promise<{ status: number; body: unknown }>> = {
  'rows.upsert': (path) =>
    api.post(`${path}/tables/sales/rows/upsert`, { rows: [{ __svc_row_id: 1, amount: 99 }], ...any }),
  'rows.delete': (path) => api.post(`${path}/tables/sales/rows/delete`, { row_ids: [2], ...any }),
  'column.add': (path) =>
    api.post(`${path}/tables/sales/columns`, { column: 'price', type: 'DOUBLE', default: 2, ...any }),
  'column.drop': (path) => api.delete(`${path}/tables/sales/columns/product?expected_version=null`),
  'column.rename': (path) => api.patch(`${path}/tables/sales/columns/product`, { new_name: 'item', ...any }),
  'column.retype': (path) => api.patch(`${path}/tables/sales/columns/amount`, { type: 'VARCHAR', ...any }),
  'column.describe': (path) =>
    api.put(`${path}/tables/sales/columns/product/description`, { description: 'What was sold' }),
  'column.tag': (path) => api.post(`${path}/tables/sales/columns/amount/tags`, { tag: 'money' }),
  'column.untag': (path) => api.delete(`${path}/tables/sales/columns/product/tags/secret`),
  'formula.set': (path) =>
    api.put(`${path}/tables/sales/formulas`, { column: 'amount', formula: '=LEN([product])', ...any }),
  'overrides.drop': (path) => api.post(`${path}/tables/by_region/overrides/drop`, { all: true, ...any }),
  'table.create': (path) => api.post(`${path}/tables`, { name: 'more', columns: [{ name: 'a' }] }),
  'table.rename': (path) => api.patch(`${path}/tables/sales`, { name: 'sold', ...any }),
  'table.describe': (path) => api.put(`${path}/tables/sales/description`, { description: 'All' }),
  'table.archive': (path) => api.post(`${path}/tables/sales/archive`),
  'table.delete': (path) => api.delete(`${path}/tables/sales?expected_version=null&cascade=true`),
  'annotations.set': (path) =>
    api.post(`${path}/tables/sales/annotations`, {
      annotations: [{ row_id: 1, column: 'product', note: 'x' }],
    }),
  'annotations.delete': (path) =>
    api.post(`${path}/tables/sales/annotations/delete`, { targets: [{ row_id: 1, column: 'product' }] }),
  'source.ingest': (path) =>
    api.upload(`${path}/sources`, { name: 'b.csv', content: 'a,b\n1,2\n' }, { structuring: 'skip' }),
  'transform.run': (path) => api.post(`${path}/transforms`, { ...byRegion, name: 'again', output: 'again' }),
  'transform.update': (path) =>
    api.put(`${path}/transforms/${encodeURIComponent(byRegion.name)}`, {
      ...byRegion,
      run: false,
      code: 'select region, 0 as total from {{ sales }} group by region',
    }),
  'transform.delete': (path) => api.delete(`${path}/transforms/${encodeURIComponent(byRegion.name)}`),
  'snapshot.restore': (path) => api.post(`${path}/versions/start/revert`),
  'sheet.put': (path) => api.put(`${path}/sheets/report`, sheet('Other')),
  'sheet.delete': (path) => api.delete(`${path}/sheets/report`),
  'chart.put': (path) => api.put(`${path}/charts/sums`, chart('Other')),
  'chart.delete': (path) => api.delete(`${path}/charts/sums`),
  'policy.set': (path) => api.put(`${path}/policies/money`, { role: 'viewer', effect: 'deny' }),
  'policy.remove': (path) => api.delete(`${path}/policies/money`),
  'workbook.update': (path) => api.patch(path, { title: 'Other' }),
};

const newest = async (path: string) => (await api.get(`${path}/ops?limit=1`)).body.ops[0];

test.each(Object.entries(changes))('%s is undone and done again', async (kind, change) => {
  const path = await make();
  if (kind === 'overrides.drop') {
    const [row] = (await api.get(`${path}/tables/by_region/rows`)).body.rows;
    const rows = [{ __svc_row_id: row.__svc_row_id, total: 1 }];
    await done(api.post(`${path}/tables/by_region/rows/upsert`, { rows, ...any }));
  }
  const before = await stateOf(path);
  await done(change(path));
  const op = await newest(path);
  expect([op.kind, op.undoable]).toEqual([kind, true]);
  const after = await stateOf(path);
  expect(after).not.toEqual(before);

  await done(api.post(`${path}/ops/${op.op_id}/undo`));
  expect(await stateOf(path)).toEqual(before);
  const undo = await newest(path);
  expect(undo.kind).toBe(kind.startsWith('rows.') ? 'rows.undo' : 'op.undo');
  await done(api.post(`${path}/ops/${undo.op_id}/undo`));
  expect(await stateOf(path)).toEqual(after);
});

const write = async (path: string, row: object) =>
  (await done(api.post(`${path}/tables/sales/rows/upsert`, { rows: [row], ...any }))).body.op_id as number;
const undo = (path: string, op: number, query = '') => api.post(`${path}/ops/${op}/undo${query}`);
const rowsOf = async (path: string) => (await api.get(`${path}/tables/sales/rows`)).body.rows;

test('a deleted column comes back beside what others wrote since', async () => {
  const { path } = await SalesWorkbook.make(api);
  await write(path, { __svc_row_id: 1, product: 'green tea' });
  await done(api.delete(`${path}/tables/sales/columns/product?expected_version=null`));
  const { op_id } = await newest(path);
  await write(path, { __svc_row_id: 1, amount: 11 });
  await write(path, { region: 'west', amount: 3 });
  await done(api.post(`${path}/tables/sales/rows/delete`, { row_ids: [2], ...any }));
  await done(undo(path, op_id));
  expect(await rowsOf(path)).toMatchObject([
    { region: 'north', product: 'green tea', amount: 11 },
    { region: 'south', product: 'tea', amount: 7 },
    { region: 'west', product: null, amount: 3 },
  ]);
});

test('an undo names later ops that changed the same, and loses them only by force', async () => {
  const { path } = await SalesWorkbook.make(api);
  await done(api.post(`${path}/tables/sales/columns`, { column: 'price', type: 'DOUBLE', ...any }));
  const { op_id: added } = await newest(path);
  const written = await write(path, { __svc_row_id: 1, price: 2 });
  const refused = await undo(path, added);
  expect([refused.status, refused.body.code]).toEqual([409, 'undo-later-ops']);
  expect(refused.body.conflicts).toEqual([{ op_id: written, kind: 'rows.upsert' }]);
  await done(undo(path, written));
  await done(undo(path, added));
  expect(Object.keys((await rowsOf(path))[0])).not.toContain('price');

  await done(api.patch(`${path}/tables/sales`, { name: 'sold', ...any }));
  const { op_id: renamed } = await newest(path);
  await done(api.patch(`${path}/tables/sold`, { name: 'sales2', ...any }));
  expect((await undo(path, renamed)).status).toBe(409);
  await done(undo(path, renamed, '?force=true'));
  expect(await rowsOf(path)).toHaveLength(3);
});

test('edits of one cell are undone one after the other, and a dry run of it changes nothing', async () => {
  const { path } = await SalesWorkbook.make(api);
  const first = await write(path, { __svc_row_id: 1, amount: 1 });
  const second = await write(path, { __svc_row_id: 1, amount: 2 });
  await done(undo(path, second));
  await done(undo(path, first, '?dry_run=true'));
  expect((await rowsOf(path))[0].amount).toBe(1);
  await done(undo(path, first));
  expect((await rowsOf(path))[0].amount).toBe(10);
});

test('whoever may not govern, restore or see does not undo it', async () => {
  const { path } = await SalesWorkbook.make(api);
  await done(api.put(`${path}/policies/money`, { role: 'viewer', effect: 'mask' }));
  const { op_id: policy } = await newest(path);
  await done(api.post(`${path}/versions`, { label: 'start' }));
  await write(path, { __svc_row_id: 1, amount: 1 });
  await done(api.post(`${path}/versions/start/revert`));
  const { op_id: restore } = await newest(path);
  const writer = await session.mint(['workbooks:write']);
  for (const op of [policy, restore])
    expect((await writer.post(`${path}/ops/${op}/undo`)).status, `op ${op}`).toBe(403);
  await done(undo(path, restore));
  expect((await rowsOf(path))[0].amount).toBe(1);
});

test('undoing the undo of a restore needs the scope of a restore', async () => {
  const { path } = await SalesWorkbook.make(api);
  await done(api.post(`${path}/versions`, { label: 'start' }));
  await write(path, { __svc_row_id: 1, amount: 1 });
  await done(api.post(`${path}/versions/start/revert`));
  await done(undo(path, (await newest(path)).op_id));
  const again = await newest(path);
  const writer = await session.mint(['workbooks:write']);
  expect((await writer.post(`${path}/ops/${again.op_id}/undo`)).status).toBe(403);
  await done(undo(path, again.op_id));
  expect((await rowsOf(path))[0].amount).toBe(10);
});
