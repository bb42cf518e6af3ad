import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { TestService } from './support/service.js';

let service: TestService;
let api: Api;
beforeAll(async () => {
  service = await TestService.start({ env: { SVC_FORMULA_REQUEST_CELLS: '3' } });
  api = await service.signIn();
});
afterAll(() => service.dispose());

/** A table `orders` at version 2. */
async function orders(rows: number): Promise<string> {
  const workbook = await api.workbook();
  await api.post(`${workbook}/tables`, { name: 'orders', columns: [{ name: 'qty', type: 'BIGINT' }] });
  const content = Array.from({ length: rows }, (_, i) => ({ qty: i + 1 }));
  await api.post(`${workbook}/tables/orders/rows/upsert`, { rows: content, expected_version: 1 });
  return workbook;
}

const total = { column: 'total', formula: '=[qty]*2', expected_version: 2 };

async function finished(jobId: string) {
  return await eventually(async () => {
    const { body } = await api.get(`/api/v1/jobs/${jobId}`);
    return body.finished_at === null ? undefined : body;
  });
}

test('a formula over few cells is computed in the request', async () => {
  const workbook = await orders(3);
  const first = await api.put(`${workbook}/tables/orders/formulas`, total);
  expect([first.status, first.body.edit_version]).toEqual([200, 3]);
  const second = { ...total, column: 'more', expected_version: 3 };
  // Both columns are computed now.
  expect((await api.put(`${workbook}/tables/orders/formulas`, second)).status).toBe(202);
});

test('a formula over many cells is computed by a job, whose result is the answer of the request', async () => {
  const workbook = await orders(4);
  const formulas = `${workbook}/tables/orders/formulas`;
  const tried = await api.put(`${formulas}?dry_run=true`, total);
  expect([tried.status, tried.body.dry_run]).toEqual([200, true]);
  const accepted = await api.put(formulas, total);
  expect([accepted.status, accepted.body.status]).toEqual([202, 'pending']);
  const job = await finished(accepted.body.job_id);
  expect(job).toMatchObject({ kind: 'table.formula', status: 'succeeded', error: null });
  expect(job.progress).toEqual({ stage: 'done', percent: 100 });
  expect(job.result).toEqual({ ...tried.body, dry_run: false });
  const { rows } = (await api.get(`${workbook}/tables/orders/rows`)).body;
  expect(rows.map((row: { total: number }) => row.total)).toEqual([2, 4, 6, 8]);
  const [op] = (await api.get(`${workbook}/ops`)).body.ops;
  expect(op).toMatchObject({ op_id: job.result.op_id, kind: 'formula.set' });
  const { jobs } = (await api.get('/api/v1/jobs')).body;
  expect(jobs.find(({ id }: { id: string }) => id === job.id)).toEqual(job);
});

test('an invalid request is refused at once', async () => {
  const workbook = await orders(4);
  const formulas = `${workbook}/tables/orders/formulas`;
  expect((await api.put(formulas, { ...total, formula: '=[none]' })).status).toBe(422);
  const stale = await api.put(formulas, { ...total, expected_version: 1 });
  expect([stale.status, stale.body.current_version]).toEqual([409, 2]);
  expect(stale.body.changes_since).toBeDefined();
});

test('a repeated Idempotency-Key returns the same job', async () => {
  const workbook = await orders(4);
  const send = () => api.put(`${workbook}/tables/orders/formulas`, total, { 'idempotency-key': 'formula' });
  const [first, second] = [await send(), await send()];
  expect([second.status, second.body]).toEqual([202, first.body]);
  await finished(first.body.job_id);
  expect((await api.get(`${workbook}/tables/orders`)).body.edit_version).toBe(3);
});
