import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { CalledService } from './support/service.js';

let service: CalledService;
let api: Api;
let workbook: string;
let name: string;
let made = 0;
beforeAll(async () => {
  service = await CalledService.shared();
  api = await service.writer();
  workbook = await api.workbook();
});

/** A table with one row at version 2. */
beforeEach(async () => {
  name = `Table ${++made}`;
  await api.post(`${workbook}/tables`, { name, columns: [{ name: 'n', type: 'BIGINT' }] });
  await api.post(`${at()}/rows/upsert`, { rows: [{ n: 1 }], expected_version: 1 });
});

const at = (table = name, kind = 'tables') => `${workbook}/${kind}/${encodeURIComponent(table)}`;
const lastOp = async () => (await api.get(`${workbook}/ops?limit=1`)).body.ops[0];
const listed = async (state: string) =>
  (await api.get(`${workbook}/tables?state=${state}`)).body.artifacts.map(
    (table: { name: string }) => table.name,
  );

describe('renaming a table', () => {
  test('applies everywhere, and makes a new version', async () => {
    const { id } = (await api.get(at())).body;
    const renamed = await api.patch(at(), { name: `売上 ${made}`, expected_version: 2, actor: 'Ann' });
    expect([renamed.status, renamed.body.name, renamed.body.id, renamed.body.edit_version]).toEqual([
      200,
      `売上 ${made}`,
      id,
      3,
    ]);
    expect(await lastOp()).toMatchObject({ kind: 'table.rename', actor: 'Ann', table: `売上 ${made}` });
    expect((await api.get(at())).status).toBe(404);
    expect((await api.get(`${at(`売上 ${made}`)}/rows`)).body.rows).toEqual([{ n: 1, __svc_row_id: 1 }]);
    expect((await api.get(at(id, 'artifacts'))).body.name).toBe(`売上 ${made}`);
    const { body } = await api.post(`${workbook}/query`, { sql: `select n from "売上 ${made}"` });
    expect(body.rows).toEqual([{ n: 1 }]);
    const found = await api.get(`/api/v1/search?q=${encodeURIComponent(`売上 ${made}`)}`);
    expect(found.body.artifacts.map((table: { id: string }) => table.id)).toEqual([id]);
  });

  test('can change the case of its name, but not take the name of another table', async () => {
    expect((await api.patch(at(), { name: name.toUpperCase(), expected_version: 2 })).status).toBe(200);
    await api.post(`${workbook}/tables`, { name: `Other ${made}`, columns: [{ name: 'n' }] });
    const taken = await api.patch(at(), { name: `OTHER ${made}`, expected_version: 3 });
    expect([taken.status, taken.body.type]).toEqual([409, '/problems/name-taken']);
    expect((await api.get(at())).body.edit_version).toBe(3);
  });

  test('refuses invalid names and outdated versions', async () => {
    const rename = (body: object, query = '') => api.patch(at() + query, body);
    expect((await rename({ name: '', expected_version: 2 })).status).toBe(422);
    expect((await rename({ name: ' ', expected_version: 2 })).status).toBe(422);
    expect((await rename({ name: 'x'.repeat(201), expected_version: 2 })).status).toBe(422);
    expect((await rename({ name: 'duckdb_tables', expected_version: 2 })).status).toBe(422);
    expect((await rename({ name: 'x' })).status).toBe(422);
    expect((await rename({ expected_version: 2 })).status).toBe(422);
    expect((await rename({ name: 'x', expected_version: 1 })).body.current_version).toBe(2);
    const dry = await rename({ name: `dry ${made}`, expected_version: 2 }, '?dry_run=true');
    expect([dry.body.name, dry.body.dry_run]).toEqual([`dry ${made}`, true]);
    expect((await api.get(at())).body.name).toBe(name);
    const longest = `${made}`.padEnd(200, 'x');
    expect((await rename({ name: longest, expected_version: 2 })).status).toBe(200);
  });
});

describe('deleting a table', () => {
  const remove = (query: string, headers = {}) => api.delete(`${at()}?${query}`, headers);

  test('deletes its history too, and frees its name', async () => {
    expect((await remove('')).status).toBe(422);
    const lost = await remove('expected_version=1');
    expect([lost.status, lost.body.current_version]).toEqual([409, 2]);
    const dry = await remove('expected_version=2&dry_run=true');
    expect([dry.body.deleted, dry.body.dry_run]).toEqual([[name], true]);
    expect((await api.get(at())).status).toBe(200);
    const { status, body } = await remove('expected_version=2&actor=Ann');
    expect([status, body.deleted]).toEqual([200, [name]]);
    expect((await api.get(at())).status).toBe(404);
    expect((await api.get(`${at()}/rows`)).status).toBe(404);
    expect((await remove('expected_version=2')).status).toBe(404);
    expect(await lastOp()).toMatchObject({ kind: 'table.delete', op_id: body.op_id, actor: 'Ann' });
    const again = await api.post(`${workbook}/tables`, { name, columns: [{ name: 'n' }] });
    expect([again.status, again.body.table.edit_version]).toEqual([201, 1]);
    expect((await api.get(`${at()}/rows`)).body.rows).toEqual([]);
  });

  test('accepts If-Match instead of the version', async () => {
    expect((await remove('', { 'if-match': '"1"' })).status).toBe(409);
    expect((await remove('', { 'if-match': '"2"' })).status).toBe(200);
  });
});

test('archiving and unarchiving can be repeated without effect', async () => {
  const dry = await api.post(`${at()}/archive?dry_run=true`);
  expect([dry.body.state, dry.body.dry_run]).toEqual(['archived', true]);
  const archived = await api.post(`${at()}/archive`);
  expect(archived.body).toMatchObject({ name, state: 'archived', table_name: name, type: 'table' });
  expect(await lastOp()).toMatchObject({ kind: 'table.archive', op_id: archived.body.op_id });
  const again = await api.post(`${at(name, 'artifacts')}/archive`);
  expect([again.status, again.body.state, again.body.op_id]).toEqual([200, 'archived', null]);
  expect((await lastOp()).op_id).toBe(archived.body.op_id);
  expect([(await listed('active')).includes(name), (await listed('archived')).includes(name)]).toEqual([
    false,
    true,
  ]);
  const back = await api.post(`${at()}/unarchive`);
  expect([back.body.state, (await lastOp()).kind]).toEqual(['active', 'table.unarchive']);
  expect((await api.post(`${at()}/unarchive`)).body.op_id).toBeNull();
  expect((await api.get(at())).body.edit_version).toBe(2);
  expect((await api.post(`${at('nothing')}/archive`)).status).toBe(404);
});

test('a description can be set, searched and removed', async () => {
  const words = `giraffe${made}`;
  const put = await api.put(`${at()}/description`, { description: `About ${words}` });
  expect([put.status, put.body.description, put.body.edit_version]).toEqual([200, `About ${words}`, 2]);
  expect((await lastOp()).kind).toBe('table.describe');
  expect((await api.get(`/api/v1/search?q=${words}`)).body.artifacts).toHaveLength(1);
  const dry = await api.put(`${at()}/description?dry_run=true`, { description: null });
  expect([dry.body.description, dry.body.dry_run]).toEqual([null, true]);
  await api.post(`${at()}/columns`, { column: 'm', expected_version: 2 });
  expect((await api.get(`/api/v1/search?q=${words}`)).body.artifacts).toHaveLength(1);
  await api.put(`${at()}/description`, { description: null });
  expect((await api.get(at())).body.description).toBeNull();
  expect((await api.get(`/api/v1/search?q=${words}`)).body.artifacts).toHaveLength(0);
  expect((await api.put(`${at()}/description`, { description: 5 })).status).toBe(422);
});

test('a token that may only read cannot change a table', async () => {
  const reader = await (await service.signIn()).mint(['workbooks:read']);
  const tries = [
    reader.patch(at(), { name: 'x', expected_version: 2 }),
    reader.delete(`${at()}?expected_version=2`),
    reader.post(`${at()}/archive`),
    reader.put(`${at()}/description`, { description: 'x' }),
    reader.post(`${at()}/columns`, { column: 'x', expected_version: 2 }),
    reader.post(`${at()}/annotations`, { annotations: [{ row_id: 1, note: 'x' }] }),
  ];
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(tries.map(() => 403));
});
