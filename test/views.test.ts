import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { type Member, startWithMembers } from './support/members.js';
import type { TestService } from './support/service.js';

let service: TestService;
let owner: Api;
let editor: Member;
let workbook: string;
let table: string;
beforeAll(async () => {
  const staffed = await startWithMembers({ editor: 'editor' });
  ({ service, owner } = staffed);
  editor = staffed.members.editor;
});
afterAll(() => service.dispose());
beforeEach(async () => {
  workbook = await owner.workbook();
  const content = 'name,team,salary\nAnn,red,52\nBob,blue,41\nCid,red,39\n';
  await owner.upload(`${workbook}/sources`, { name: 'staff.csv', content }, { structuring: 'skip' });
  table = `${workbook}/tables/staff`;
});

const reds = {
  name: 'Reds',
  filter: { column: 'team', op: 'eq', value: 'red' },
  order_by: ['-salary'],
  columns: [
    { name: 'salary', width: 90, format: '#,##0.00' },
    { name: 'team', hidden: true },
  ],
  group_by: ['team'],
};
const namesIn = async (api: Api, query: string) =>
  (await api.get(`${table}/rows?${query}`)).body.rows?.map(({ name }: { name: string }) => name);

test('rows are read through a view, and what the request says itself comes first', async () => {
  const { status, body } = await owner.post(`${table}/views`, reds);
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...reds, table: 'staff', shared: false, filter_withheld: false });
  const { body: page } = await owner.get(`${table}/rows?view=reds`);
  expect(page.columns.map(({ name }: { name: string }) => name)).toEqual(['salary', 'name']);
  expect(page.rows).toMatchObject([{ name: 'Ann' }, { name: 'Cid' }]);
  expect(await namesIn(owner, `view=${body.id}&order_by=salary`)).toEqual(['Cid', 'Ann']);
  const { groups } = (await owner.get(`${table}/summary?view=reds&columns=salary`)).body;
  expect(groups[0].columns[0].sum).toBe(91);
});

test('a view follows renamed columns, is changed in parts, and ends without its rows', async () => {
  const { id } = (await owner.post(`${table}/views`, reds)).body;
  await owner.patch(`${table}/columns/team`, { new_name: 'group', expected_version: null });
  expect(await namesIn(owner, 'view=Reds')).toEqual(['Ann', 'Cid']);
  const changed = await owner.patch(`${table}/views/${id}`, { name: 'Red', order_by: ['name'] });
  expect(changed.body).toMatchObject({
    name: 'Red',
    order_by: ['name'],
    filter: { column: 'group' },
    group_by: ['group'],
  });
  expect((await owner.post(`${table}/views`, { name: 'RED' })).status).toBe(409);
  await owner.delete(`${table}/columns/group?expected_version=null`);
  expect((await owner.get(`${table}/views/${id}`)).body).toMatchObject({
    filter: null,
    filter_withheld: true,
  });
  expect((await owner.get(`${table}/rows?view=${id}`)).status).toBe(403);
  expect((await owner.delete(`${table}/views/${id}`)).status).toBe(204);
  expect((await owner.get(`${table}/rows?view=${id}`)).status).toBe(404);
  expect((await owner.get(`${table}/rows`)).body.total).toBe(3);
});

test('a view of one’s own is nobody else’s; a shared one is read and changed by others', async () => {
  const { id } = (await owner.post(`${table}/views`, reds)).body;
  expect((await editor.api.get(`${table}/views`)).body.views).toEqual([]);
  expect((await editor.api.get(`${table}/rows?view=${id}`)).status).toBe(404);
  await owner.patch(`${table}/views/${id}`, { shared: true });
  expect(await namesIn(editor.api, 'view=Reds')).toEqual(['Ann', 'Cid']);
  expect((await editor.api.patch(`${table}/views/${id}`, { order_by: [] })).status).toBe(200);
  expect((await editor.api.patch(`${table}/views/${id}`, { shared: false })).status).toBe(403);
});

test('a view shows nothing that its reader may not see', async () => {
  await owner.post(`${table}/views`, { ...reds, shared: true });
  await owner.post(`${table}/views`, {
    name: 'Few',
    filter: { column: 'salary', op: 'lt', value: 50 },
    shared: true,
  });
  await owner.post(`${table}/columns/salary/tags`, { tag: 'pay' });
  await owner.put(`${workbook}/policies/pay`, { effect: 'deny', role: 'editor' });
  const { views } = (await editor.api.get(`${table}/views`)).body;
  expect(views).toMatchObject([
    { columns: [{ name: 'team' }], order_by: [], group_by: ['team'], filter_withheld: false },
    { filter: null, filter_withheld: true },
  ]);
  expect(JSON.stringify(views)).not.toMatch(/salary|"value":50/);
  expect(await namesIn(editor.api, 'view=Reds')).toEqual(['Ann', 'Cid']);
  const refused = await editor.api.get(`${table}/rows?view=Few`);
  expect(refused).toMatchObject({ status: 403, body: { code: 'view-filter-withheld' } });
  for (const part of [{ columns: [{ name: 'salary' }] }, { order_by: ['salary'] }, { group_by: ['salary'] }])
    expect((await editor.api.post(`${table}/views`, { name: 'new', ...part })).status).toBe(422);
  expect((await owner.get(`${table}/rows?view=Few`)).body.total).toBe(2);
});
