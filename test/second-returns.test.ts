import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { ExportedFile } from './support/exported-file.js';
import { CalledService } from './support/service.js';

/** Rows that a file brought without an id are known again when it returns once more. */
let api: Api;
let workbook: string;
let file: ExportedFile;
beforeAll(async () => {
  const service = await CalledService.shared();
  api = await service.writer();
});

const upsert = (...rows: object[]) =>
  api.post(`${workbook}/tables/staff/rows/upsert`, { rows, expected_version: null });
const rows = async () => (await api.get(`${workbook}/tables/staff/rows?limit=100`)).body.rows;

beforeEach(async () => {
  workbook = await api.workbook('Staff');
  const columns = [
    { name: 'name', type: 'VARCHAR' },
    { name: 'days', type: 'BIGINT' },
    { name: 'memo', type: 'VARCHAR' },
  ];
  await api.post(`${workbook}/tables`, { name: 'staff', columns });
  await upsert(...['佐藤', '高橋', '伊藤', '渡辺'].map((name, i) => ({ name, days: i + 1 })));
  file = await ExportedFile.export(api, workbook, ['staff']);
  file.write(6, { name: '田中', days: 10 });
  expect((await file.sync()).body).toMatchObject({ inserted: 1, warnings: [] });
  await upsert({ __svc_row_id: 5, memo: 'from a colleague' });
});

const tanaka = { __svc_row_id: 5, name: '田中', days: 11, memo: 'from a colleague' };
const suzuki = { __svc_row_id: 6, name: '鈴木', days: 20, memo: null };

test('a row inserted above a changed one does not become that one', async () => {
  file.write(6, { name: '鈴木', days: 20 });
  file.write(7, { name: '田中', days: 11 });
  const { body } = await file.sync();
  expect(body).toMatchObject({ applied: 1, inserted: 1, deleted: 0, conflicts: [] });
  expect(body.warnings).toEqual([
    expect.stringContaining('row 6 has no row id, is like no row that the file brought before'),
  ]);
  expect((await rows()).slice(4)).toEqual([tanaka, suzuki]);
  expect((await file.sync()).body).toMatchObject({ op_id: null, inserted: 0 });
});

test('a row in the place of a deleted one is new, and what was written on the other is a conflict', async () => {
  file.write(6, { name: '鈴木', days: 20 });
  const { body } = await file.sync();
  expect(body).toMatchObject({ applied: 0, inserted: 1, deleted: 1 });
  expect(body.conflict_details).toMatchObject([
    { row_id: 5, column: null, previous: { name: '田中', memo: 'from a colleague' }, incoming: null },
  ]);
  expect((await rows()).slice(4)).toEqual([suzuki]);
});

describe('the file that return_file=true gives back', () => {
  const returned = async (search: string) => {
    const content = await file.bytes();
    return await api.upload(`${workbook}/sync?return_file=true${search}`, { name: 'Staff.xlsx', content });
  };

  test('has what both sides changed, and the ids of all rows', async () => {
    file.write(6, { days: 11 });
    file.write(7, { name: '鈴木', days: 20 });
    const { status, headers, bytes } = await returned('');
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('spreadsheetml')]);
    const result = JSON.parse(headers.get('x-svc-result') as string);
    expect(result).toMatchObject({ applied: 1, inserted: 1, branch_id: file.branchId });
    expect(result.warnings).toEqual([expect.stringContaining('row 7')]);
    const next = await ExportedFile.open(api, workbook, headers, bytes);
    expect(next.branchId).not.toBe(file.branchId);
    const ids = [2, 3, 4, 5, 6, 7].map((row) => next.sheet.get(next.at('__svc_row_id', row)));
    expect(ids).toEqual([1, 2, 3, 4, 5, 6]);
    expect(next.sheet.get(next.at('memo', 6))).toBe('from a colleague');
    expect((await next.sync()).body).toMatchObject({ op_id: null, warnings: [] });
    next.write(6, { name: '田中 太郎', days: 99 });
    expect((await next.sync()).body).toMatchObject({ applied: 2, inserted: 0, deleted: 0, warnings: [] });
    expect((await file.sync()).body.op_id).toBeNull();
  });

  test('is not given for a dry run, nor for what is refused', async () => {
    file.write(6, { days: 11 });
    expect((await returned('&dry_run=true')).body).toMatchObject({ applied: 1, dry_run: true });
    file.write(6, { days: 'many' });
    expect((await returned('')).body).toMatchObject({ status: 422, type: '/problems/invalid-cells' });
  });

  test('says what was merged in a header that proxies take, however much it was', async () => {
    for (let row = 8; row < 200; row++) file.write(row, { name: `人${row}`, days: `${row}.0` });
    const { status, headers } = await returned('');
    const result = headers.get('x-svc-result') as string;
    expect([status, result.length < 3000]).toEqual([200, true]);
    expect(JSON.parse(result)).toMatchObject({ inserted: 192, tables: [{ readings: [{ count: 192 }] }] });
  });

  test('is kept out of the answer that is kept for a repeated call, which says what was merged', async () => {
    file.write(6, { days: 11 });
    const content = await file.bytes();
    const url = `${workbook}/sync?return_file=true`;
    const send = () =>
      api.upload(url, { name: 'Staff.xlsx', content }, {}, { 'idempotency-key': 'returned once' });
    expect((await send()).headers.get('x-svc-branch-id')).toMatch(/^br_/);
    expect((await send()).body).toMatchObject({ applied: 1 });
  });
});
