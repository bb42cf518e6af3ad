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
