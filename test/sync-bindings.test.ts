import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { type Staffed, startWithMembers } from './support/members.js';

let staffed: Staffed<'editor' | 'viewer'>;
let owner: Api;
let workbook: string;
let bindings: string;
beforeAll(async () => {
  staffed = await startWithMembers({ editor: 'editor', viewer: 'viewer' });
  owner = staffed.owner;
});
afterAll(() => staffed.service.dispose());

beforeEach(async () => {
  workbook = await owner.workbook();
  for (const name of ['people', 'teams'])
    await owner.post(`${workbook}/tables`, { name, columns: [{ name: 'name' }, { name: 'pay' }] });
  bindings = `${workbook}/tables/people/sync-bindings`;
});

const sheet = { actor: 'finance bot', external_kind: 'google_sheets', external_ref: 'sheet-1/Sheet1' };
const listed = async (path = bindings, api = owner) => (await api.get(path)).body.sync_bindings;

test('a binding is stored, listed with its table and deleted, and only its table knows of it', async () => {
  const ownership_map = { Name: 'hr', pay: 'payroll' };
  const { status, body } = await owner.post(bindings, { ...sheet, ownership_map });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ...sheet,
    id: expect.stringMatching(/^bnd_/),
    table: 'people',
    direction: 'bidirectional',
    ownership_map: { name: 'hr', pay: 'payroll' },
    warnings: [],
  });
  expect(await listed(`${workbook}/artifacts/${body.artifact_id}/sync-bindings`)).toEqual([body]);
  expect(await listed(`${workbook}/tables/teams/sync-bindings`)).toEqual([]);
  expect((await owner.delete(`${workbook}/tables/teams/sync-bindings/${body.id}`)).status).toBe(404);
  expect((await owner.delete(`${bindings}/${body.id}?actor=bot`)).status).toBe(204);
  expect(await listed()).toEqual([]);
  expect((await owner.delete(`${bindings}/${body.id}`)).status).toBe(404);
  const { ops } = (await owner.get(`${workbook}/ops?limit=2`)).body;
  expect(ops).toMatchObject([
    { kind: 'sheet.unbind', actor: 'bot' },
    { kind: 'sheet.bind', actor: 'finance bot', table: 'people' },
  ]);
});

test('binding a sheet again replaces its binding under the same id', async () => {
  const first = (await owner.post(bindings, { ...sheet, ownership_map: { name: 'hr' } })).body;
  const { status, body } = await owner.post(bindings, { ...sheet, actor: 'other', direction: 'pull' });
  expect([status, body]).toEqual([200, { ...first, actor: 'other', direction: 'pull', ownership_map: null }]);
  expect(await listed()).toEqual([body]);
});

test('a sheet is bound to one table of a workbook, until that table is deleted', async () => {
  await owner.post(bindings, sheet);
  const other = `${workbook}/tables/teams/sync-bindings`;
  const { status, body } = await owner.post(other, sheet);
  expect([status, body.type, body.table]).toEqual([409, '/problems/conflict', 'people']);
  expect((await owner.post(other, { ...sheet, external_kind: 'microsoft' })).status).toBe(201);
  // A snapshot keeps the deleted table, but not its bindings.
  await owner.post(`${workbook}/snapshots`, { summary: 'before' });
  await owner.delete(`${workbook}/tables/people?expected_version=null`);
  expect((await owner.post(other, sheet)).status).toBe(201);
});

test('owners follow their columns, and unknown or repeated columns are refused', async () => {
  const refused = async (ownership_map: object) => {
    const { status, body } = await owner.post(bindings, { ...sheet, ownership_map });
    return [status, body.errors[0].path];
  };
  expect(await refused({ salary: 'x' })).toEqual([422, '/ownership_map/salary']);
  expect(await refused({ name: 'x', NAME: 'y' })).toEqual([422, '/ownership_map/NAME']);
  expect((await owner.post(bindings, { ...sheet, external_kind: 'local' })).status).toBe(422);
  expect((await owner.post(bindings, { ...sheet, actor: undefined })).status).toBe(422);
  await owner.post(bindings, { ...sheet, ownership_map: { name: 'hr', pay: 'payroll' } });
  await owner.patch(`${workbook}/tables/people/columns/name`, { new_name: 'who', expected_version: null });
  await owner.delete(`${workbook}/tables/people/columns/pay?expected_version=null`);
  expect((await listed())[0].ownership_map).toEqual({ who: 'hr' });
});

test('a governed column is warned of, to those who may know of it', async () => {
  const { editor, viewer } = staffed.members;
  await owner.post(`${workbook}/tables/people/columns/pay/tags`, { tag: 'salary' });
  expect((await owner.post(bindings, sheet)).body.warnings).toEqual([]);
  await owner.put(`${workbook}/policies/salary`, { effect: 'mask' });
  await owner.put(`${workbook}/policies/salary`, { effect: 'deny', role: 'viewer' });
  const { body } = await editor.api.post(bindings, { ...sheet, ownership_map: { name: 'hr', pay: 'hr' } });
  expect(body.warning_messages).toMatchObject([{ code: 'warn-governed-column' }]);
  expect(body.warnings).toEqual([
    expect.stringMatching(/"pay" is governed \("salary"\).*Nothing is synchronized/),
  ]);
  expect(await listed(bindings, viewer.api)).toEqual([
    { ...body, ownership_map: { name: 'hr' }, warnings: [], warning_messages: [] },
  ]);
});

test('binding needs the right to edit', async () => {
  const { viewer } = staffed.members;
  expect((await viewer.api.post(bindings, sheet)).status).toBe(403);
  expect((await viewer.api.delete(`${bindings}/bnd_0`)).status).toBe(403);
  expect((await viewer.api.get(bindings)).status).toBe(200);
});
