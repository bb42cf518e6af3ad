import { beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { CalledService, TestService } from './support/service.js';

let service: CalledService;
let api: Api;
beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.signIn();
});

interface Column {
  name: string;
  type: string;
}

/** A workbook with one table, from records without a structure to find. */
async function workbookOf(name: string, columns: Column[], rows: Record<string, unknown>[]): Promise<string> {
  const workbook = await api.workbook();
  await api.post(`${workbook}/tables`, { name, columns });
  await api.post(`${workbook}/tables/${name}/rows/upsert`, { rows, expected_version: 1 });
  return workbook;
}

const orderColumns = [
  { name: 'order_id', type: 'VARCHAR' },
  { name: 'amount', type: 'BIGINT' },
];
/** Order 7 is there twice. */
const orders = () =>
  workbookOf(
    'orders',
    orderColumns,
    Array.from({ length: 300 }, (_, i) => ({ order_id: `A-${i === 200 ? 7 : i}`, amount: 100 + i })),
  );

test('a finding names rows, the query that repeats it, and a fix; coverage says what was looked at', async () => {
  const workbook = await orders();
  const { status, body } = await api.post(`${workbook}/review`);
  expect(status).toBe(200);
  const [found] = body.findings;
  expect(found).toMatchObject({
    rule: 'duplicate-key',
    severity: 'error',
    table: 'orders',
    column: 'order_id',
    row_count: 2,
    suggested_fix: expect.stringContaining('Compare the rows'),
  });
  const { rows } = (await api.post(`${workbook}/query`, { sql: found.evidence.sql })).body;
  expect(rows.map((row: { __svc_row_id: number }) => row.__svc_row_id)).toEqual(found.row_ids);
  expect(rows).toEqual(found.evidence.rows);
  const { rules } = (await api.get(`${workbook}/review/rules`)).body;
  expect(body.coverage).toMatchObject({
    tables: [{ name: 'orders', edit_version: 2, row_count: 300 }],
    rules: rules.map(({ id }: { id: string }) => id),
    rows_examined: 300,
  });
  expect((await api.post(`${workbook}/review`)).body).toEqual(body);
});

test('a target is one table or those of a sheet, and an unknown one is not found', async () => {
  const workbook = await orders();
  await api.post(`${workbook}/tables`, { name: 'other', columns: orderColumns });
  const { coverage } = (await api.post(`${workbook}/review`, { target: 'Other' })).body;
  expect(coverage.tables.map(({ name }: { name: string }) => name)).toEqual(['other']);
  const spec = { blocks: [{ kind: 'table_view', table: 'orders' }] };
  await api.put(`${workbook}/sheets/overview`, { spec });
  const { coverage: ofSheet } = (await api.post(`${workbook}/review`, { target: 'overview' })).body;
  expect(ofSheet.tables.map(({ name }: { name: string }) => name)).toEqual(['orders']);
  const { status, body } = await api.post(`${workbook}/review`, { target: 'order' });
  expect([status, body.suggested_fix]).toEqual([404, expect.stringContaining('"orders"')]);
});

test('with async a job makes the same report, once for one Idempotency-Key', async () => {
  const workbook = await orders();
  const { body: report } = await api.post(`${workbook}/review`);
  const send = () => api.post(`${workbook}/review`, { async: true }, { 'idempotency-key': 'review' });
  const [first, second] = [await send(), await send()];
  expect([first.status, second.body]).toEqual([202, first.body]);
  const job = await finished(first.body.job_id);
  expect(job).toMatchObject({ kind: 'workbook.review', status: 'succeeded', result: report });
  await api.post(`${workbook}/tables/orders/columns/amount/tags`, { tag: 'pay' });
  await api.put(`${workbook}/policies/pay`, { effect: 'mask' });
  expect((await api.post(`${workbook}/review`)).status).toBe(403);
  const { result } = (await api.get(`/api/v1/jobs/${job.id}`)).body;
  expect([result.findings, result.coverage.skipped[0].what]).toEqual([[], 'the findings']);
});

test('a lint that takes longer than a request may becomes a job', async () => {
  const other = await TestService.start({ env: { SVC_REVIEW_REQUEST_MS: '0' } });
  try {
    const owner = await other.signIn();
    const workbook = await owner.workbook();
    await owner.post(`${workbook}/tables`, { name: 'orders', columns: orderColumns });
    await owner.post(`${workbook}/tables/orders/rows/upsert`, { rows: [{ amount: 1 }], expected_version: 1 });
    const { status, body } = await owner.post(`${workbook}/review`);
    expect(status).toBe(202);
    const done = async () => {
      const { body: job } = await owner.get(`/api/v1/jobs/${body.job_id}`);
      return job.finished_at === null ? undefined : job;
    };
    expect((await eventually(done)).status).toBe('succeeded');
  } finally {
    await other.dispose();
  }
});

async function finished(jobId: string) {
  return await eventually(async () => {
    const { body } = await api.get(`/api/v1/jobs/${jobId}`);
    return body.finished_at === null ? undefined : body;
  });
}

test('a finding with one mend has the request that makes it, once, and as an op that can be undone', async () => {
  const lines = Array.from({ length: 30 }, (_, i) => ({ qty: i + 1, price: 10, amount: (i + 1) * 10 }));
  const columns = ['qty', 'price', 'amount'].map((name) => ({ name, type: 'BIGINT' }));
  const workbook = await workbookOf('lines', columns, lines.with(4, { qty: 5, price: 10, amount: 99 }));
  const mend = async () =>
    (await api.post(`${workbook}/review`)).body.findings.find(
      ({ rule }: { rule: string }) => rule === 'line-amounts',
    )?.fix_request;
  const { method, path, body } = await mend();
  expect({ method, path, body }).toEqual({
    method: 'POST',
    path: '/tables/lines/rows/upsert',
    body: { rows: [{ __svc_row_id: 5, amount: 50 }], expected_version: 2 },
  });
  const tried = await api.post(`${workbook}${path}?dry_run=true`, body);
  expect(tried.body).toMatchObject({ dry_run: true, updated: 1 });
  const { op_id } = (await api.post(`${workbook}${path}`, body)).body;
  expect(await mend()).toBeUndefined();
  expect((await api.post(`${workbook}${path}`, body)).status).toBe(409);
  await api.post(`${workbook}/ops/${op_id}/undo`, {});
  expect(await mend()).toMatchObject({ path: '/tables/lines/rows/upsert' });
});

test('of rows that are there twice the mend deletes the later ones', async () => {
  const rows = Array.from({ length: 60 }, (_, i) => ({
    shop: `s${i % 7}`,
    day: `2024-01-${(i % 28) + 1}`,
    n: i,
  }));
  const columns = ['shop', 'day'].map((name) => ({ name, type: 'VARCHAR' }));
  const workbook = await workbookOf(
    'visits',
    [...columns, { name: 'n', type: 'BIGINT' }],
    rows.with(40, rows[8] as never),
  );
  const { findings } = (await api.post(`${workbook}/review`)).body;
  expect(findings.find(({ rule }: { rule: string }) => rule === 'duplicate-rows').fix_request).toEqual({
    method: 'POST',
    path: '/tables/visits/rows/delete',
    body: { row_ids: [41], expected_version: 2 },
  });
});

test('a month that a series of columns leaves out is told by those beside it', async () => {
  const columns = ['Jan', 'Feb', 'Apr', 'May'].map((name) => ({ name, type: 'BIGINT' }));
  const workbook = await workbookOf('plan', columns, [{ Jan: 1, Feb: 2, Apr: 4, May: 5 }]);
  const { findings } = (await api.post(`${workbook}/review`)).body;
  expect(findings.find(({ rule }: { rule: string }) => rule === 'missing-periods').message).toBe(
    '"plan" has a column for each period of a series but 1: none between "Feb" and "Apr".',
  );
});
