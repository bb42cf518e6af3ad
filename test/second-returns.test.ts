import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { ExportedFile } from './support/exported-file.js';
import { CalledService } from './support/service.js';

/** Rows that a file brought without an id are known again when it returns once more. */
let api: Api;
let workbook: string;
let file: ExportedFile;
beforeAll(async () => {
  const service = await CalledService.shared();
  api = await (await service.signIn()).mint(['workbooks:write'], { rate_limit_per_minute: 10_000 });
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
