import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EditedXlsx } from '../sheets/test-support/edited-xlsx.js';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
let workbook: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-returned-'));
  service = await CalledService.shared();
  api = await service.writer();
  workbook = await api.workbook('Everything');
  const types = Object.keys(rows[0] as object);
  const columns = types.map((type) => ({ name: type.toLowerCase(), type }));
  await api.post(`${workbook}/tables`, { name: 'all', columns });
  const named = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([type, value]) => [type.toLowerCase(), value])),
  );
  const written = await api.post(`${workbook}/tables/all/rows/upsert`, {
    rows: named,
    expected_version: null,
  });
  expect(written.status).toBe(200);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const texts = [
  '',
  ' ',
  '007',
  '1e5',
  '=1+1',
  "'=1",
  '-5',
  'TRUE',
  '2024-01-31',
  ' a\nb\r\nc\td ',
  '_x000D_',
  '日本 👩‍👧',
];

/** By type. Numbers beyond the precision of a cell, dates before its calendar, and microseconds are among them. */
const rows: Record<string, unknown>[] = [
  ...texts.map((text, i) => ({
    VARCHAR: text,
    BIGINT: i % 2 ? '9223372036854775807' : -i,
    INTEGER: i * 1000,
    DOUBLE: i % 2 ? 0.1 + 0.2 : i / 7,
    'DECIMAL(24,6)': i % 2 ? '123456789012345678.123456' : '0.1',
    BOOLEAN: i % 2 === 0,
    DATE: i % 2 ? '1850-01-02' : '2024-02-29',
    TIME: i % 2 ? '23:59:59.999999' : '06:30:00.123456',
    TIMESTAMP: i % 2 ? '1850-01-02T03:04:05.678901' : '2024-02-29T23:59:59.999999',
    TIMESTAMPTZ: '2024-06-01T12:00:00.000001Z',
    JSON: i % 2 ? { a: [1, 'x', null] } : 'text',
  })),
  { VARCHAR: 'x'.repeat(40_000), JSON: { long: 'y'.repeat(40_000) } },
];

async function exported(format: 'xlsx' | 'csv') {
  const { bytes, headers } = await api.post(`${workbook}/export`, {
    tables: ['all'],
    format,
    record_branch: true,
  });
  const path = join(folder, `all.${format}`);
  await writeFile(path, bytes);
  return { path, branchId: headers.get('x-svc-branch-id') ?? '' };
}

async function sync(path: string, fields: Record<string, string> = {}, into = workbook) {
  return await api.upload(`${into}/sync`, { name: 'all.xlsx', content: await readFile(path) }, fields);
}

const unchanged = {
  status: 200,
  body: {
    op_id: null,
    warnings: [],
    tables: [
      { rows: { inserted: 0, updated: 0, deleted: 0, unchanged: rows.length }, cells: 0, conflicts: 0 },
    ],
  },
};

test.each(['shared', 'inline'] as const)(
  'a file saved without an edit changes nothing (%s texts)',
  async (kind) => {
    const { path } = await exported('xlsx');
    expect(await sync(path)).toMatchObject(unchanged);
    const book = await EditedXlsx.open(path);
    const saved = join(folder, 'saved.xlsx');
    await book.save(saved, { texts: kind });
    expect(await sync(saved)).toMatchObject(unchanged);
  },
);

test('a csv file returned without an edit changes nothing', async () => {
  const { path, branchId } = await exported('csv');
  const file = { name: 'all.csv', content: await readFile(path) };
  expect(await api.upload(`${workbook}/sync`, file, { branch_id: branchId })).toMatchObject(unchanged);
});

test('an edited file is merged by nothing but itself', async () => {
  const { path } = await exported('xlsx');
  const book = await EditedXlsx.open(path);
  const sheet = book.sheet();
  sheet.name = 'Renamed';
  sheet.insertRows(1, 3);
  sheet.set(`${sheet.column('integer')}5`, 77);
  await book.save(path);
  const { body } = await sync(path);
  expect(body.tables).toMatchObject([{ name: 'all', rows: { updated: 1 }, cells: 1 }]);
  const { rows: found } = (await api.get(`${workbook}/tables/all/rows?limit=1`)).body;
  expect(found[0].integer).toBe(77);
  expect((await sync(path)).body.op_id).toBeNull();
});

test('files that cannot be merged are refused, each with a reason', async () => {
  const { path, branchId } = await exported('xlsx');
  const bytes = await readFile(path);
  const send = async (content: string | Uint8Array, fields: Record<string, string> = {}, into = workbook) => {
    const { status, body } = await api.upload(`${into}/sync`, { name: 'all.xlsx', content }, fields);
    return [status, body.type];
  };
  expect(await send(bytes.subarray(0, bytes.length / 2))).toEqual([422, '/problems/unreadable-file']);
  expect(await send(Buffer.from('%PDF-1.4 not a workbook'))).toEqual([415, '/problems/unsupported-file']);
  expect(await send(bytes, {}, await api.workbook())).toEqual([404, '/problems/not-found']);
  expect((await send(bytes, { branch_id: 'br_other' }))[0]).toBe(422);
  const plain = await api.post(`${workbook}/export`, { tables: ['all'] });
  expect((await send(plain.bytes))[0]).toBe(422);
  await api.post(`${workbook}/branches/${branchId}/close`);
  expect(await send(bytes)).toEqual([409, '/problems/conflict']);
});
