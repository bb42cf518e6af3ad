import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
let workbook: string;
let rowId: number;

beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.signIn();
});

beforeEach(async () => {
  workbook = await api.workbook();
  await api.post(`${workbook}/tables`, { name: 'base', columns: [{ name: 'n', type: 'BIGINT' }] });
  await add(1);
});

/** The derived table computes from the largest number. */
const add = (n: number) =>
  api.post(`${workbook}/tables/base/rows/upsert`, { rows: [{ n }], expected_version: null });
const definition = (expression: string) => ({
  name: 'derived',
  kind: 'sql',
  code: `select 1 as k, ${expression} as v from (select max(n) as n from {{ base }}) where n > 0`,
  args: { base: 'base' },
  output: 'derived',
  key: ['k'],
});
async function derive(expression: string): Promise<void> {
  expect((await api.post(`${workbook}/transforms`, definition(expression))).status).toBe(201);
  rowId = (await read()).rows[0].__svc_row_id;
}
const change = (expression: string) => api.put(`${workbook}/transforms/derived`, definition(expression));
const read = async () => (await api.get(`${workbook}/tables/derived/rows`)).body;
const override = (v: unknown) =>
  api.post(`${workbook}/tables/derived/rows/upsert`, {
    rows: [{ __svc_row_id: rowId, v }],
    expected_version: null,
  });
const dropAll = () =>
  api.post(`${workbook}/tables/derived/overrides/drop`, { all: true, expected_version: null });
const overrides = async () => (await api.get(`${workbook}/tables/derived/overrides`)).body.overrides;
const recompute = () => api.post(`${workbook}/recompute`);
const conflicts = async () => (await api.get(`${workbook}/conflicts?status=open`)).body.conflicts;
const undo = (opId: number) => api.post(`${workbook}/ops/${opId}/undo`);

describe('the computed value under an override', () => {
  test.each([
    ["'inf'::double", 1.5, 'inf', null],
    ["'nan'::double", 1.5, 'nan', null],
    ["'-infinity'::timestamp", '2026-01-31T13:05:00', '-infinity', null],
    ["date '10000-01-01'", '2026-01-31', '10000-01-01', '10000-01-01'],
    ["date '0044-03-15 (BC)'", '2026-01-31', '0044-03-15 (BC)', '-000043-03-15'],
    ["time '24:00:00'", '23:59:59', '24:00:00', '24:00:00'],
    ["'9223372036854775807'::bigint", 5, '9223372036854775807', '9223372036854775807'],
    [
      "'12345678901234567890.123'::decimal(38,3)",
      '1.5',
      '12345678901234567890.123',
      '12345678901234567890.123',
    ],
    ["'it''s \"é😀\" ' || chr(0)", "O'Neill\u0000", 'it\'s "é😀" \u0000', 'it\'s "é😀" \u0000'],
  ])('%s is restored exactly', async (expression, value, text, shown) => {
    await derive(expression);
    expect((await override(value)).status).toBe(200);
    expect((await overrides())[0]).toMatchObject({ computed: shown, value: (await read()).rows[0].v });
    await add(0);
    await recompute();
    expect(await conflicts()).toEqual([]);
    await dropAll();
    const { body } = await api.post(`${workbook}/query`, { sql: 'select v::varchar as v from derived' });
    expect(body.rows).toEqual([{ v: text }]);
  });

  test('is compared exactly, even if old and new value are the same in JSON', async () => {
    await derive("case when n = 1 then 'inf' else 'nan' end::double");
    await override(1);
    await add(2);
    await recompute();
    expect(await conflicts()).toHaveLength(1);
  });
});

test('an override is listed with the same value as in the rows', async () => {
  await derive("timestamptz '2026-01-31 13:05:00Z'");
  await override('2026-02-01T13:05:00.5+02:00');
  const [{ value }] = await overrides();
  expect(value).toBe('2026-02-01T11:05:00.500000Z');
  expect((await read()).rows[0].v).toBe(value);
});

describe('if the column changes its type', () => {
  test('undo does not restore an earlier override that does not fit', async () => {
    await derive('n::varchar');
    await override('many');
    const { body } = await override('12');
    await change('n');
    expect((await undo(body.op_id)).status).toBe(409);
    expect((await read()).rows[0].v).toBe(12);
  });

  test('an override that does not fit is kept, but not applied until it does', async () => {
    await derive('n::varchar');
    await override('many');
    await change('n::decimal(9, 2)');
    expect(await read()).toMatchObject({ rows: [{ v: 1 }], overridden_cells: [] });
    expect(await overrides()).toMatchObject([{ value: 'many', applied: false }]);
    await change('n::varchar');
    expect((await read()).rows[0].v).toBe('many');
  });
});

test('undoing an override whose row is gone does not create a row', async () => {
  await derive('n');
  await override(10);
  const { body } = await override(20);
  await api.post(`${workbook}/tables/base/rows/delete`, { row_ids: [1], expected_version: null });
  await recompute();
  expect((await undo(body.op_id)).status).toBe(200);
  expect((await override(30)).status).toBe(422);
  await add(7);
  await recompute();
  expect((await read()).rows).toMatchObject([{ v: 10 }]);
});

test('an override that changes nothing does not make downstream tables stale', async () => {
  await derive('n');
  const further = { ...definition('n'), name: 'further', output: 'further', args: { base: 'derived' } };
  await api.post(`${workbook}/transforms`, { ...further, code: 'select k, v from {{ base }}' });
  expect((await override(1)).body.stale).toEqual([]);
  expect((await dropAll()).body.stale).toEqual([]);
  expect((await override(2)).body.stale).toEqual(['further']);
});

test('concurrent overrides without an expected version all succeed', async () => {
  await derive('n');
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => override(100 + i)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const last = answers.findIndex(({ body }) => body.edit_version === 21);
  expect((await read()).rows[0].v).toBe(100 + last);
  expect(await overrides()).toMatchObject([{ value: 100 + last, computed: 1 }]);
});

test('a dry run of resolving a conflict changes nothing', async () => {
  await derive('n');
  await override(10);
  await add(2);
  await recompute();
  const [{ id }] = await conflicts();
  const trial = await api.post(`${workbook}/conflicts/${id}/resolve?dry_run=true`, {
    action: 'drop_override',
  });
  expect(trial.body).toMatchObject({ status: 'dropped', dry_run: true });
  expect(await conflicts()).toHaveLength(1);
  expect((await read()).rows[0].v).toBe(10);
});
