import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { EventStream } from './support/event-stream.js';
import { type Member, startWithMembers } from './support/members.js';
import type { TestService } from './support/service.js';

let service: TestService;
let owner: Api;
let ownerId: string;
let editor: Member;
let viewer: Member;
let workbook: string;
let table: string;
beforeAll(async () => {
  const staffed = await startWithMembers({ editor: 'editor', viewer: 'viewer' });
  ({ service, owner } = staffed);
  ({ editor, viewer } = staffed.members);
  ownerId = (await owner.get('/api/v1/me')).body.user.id;
});
afterAll(() => service.dispose());
beforeEach(async () => {
  workbook = await owner.workbook();
  const content = 'name,team,salary\nAnn,red,52\nBob,blue,41\nCid,red,39\n';
  await owner.upload(`${workbook}/sources`, { name: 'staff.csv', content }, { structuring: 'skip' });
  table = `${workbook}/tables/staff`;
});

const say = async (api: Api, text: string, more: object = {}) =>
  (await api.post(`${table}/comments`, { text, ...more })).body;
const cell = (row_id: number, column: string) => ({ target: { row_id, column } });
const textsFor = async (api: Api, query = '') =>
  (await api.get(`${table}/comments${query}`)).body.comments?.map(({ text }: { text: string }) => text);

test('people comment on cells, rows and the table, reply, and resolve a thread', async () => {
  const first = await say(owner, 'Is this right?', { ...cell(1, 'Salary'), mentions: [editor.id] });
  expect(first).toMatchObject({
    thread_id: first.id,
    table: 'staff',
    target: { kind: 'cell', row_id: 1, column: 'salary' },
    author: ownerId,
    mentions: [editor.id],
    resolved: false,
  });
  await say(owner, 'Left in May', { target: { row_id: 2 } });
  await say(owner, 'Of 2026');
  const reply = await say(editor.api, 'It is.', { reply_to: first.id });
  expect(reply).toMatchObject({ thread_id: first.id, target: first.target });
  expect(await textsFor(viewer.api)).toEqual(['Is this right?', 'Left in May', 'Of 2026', 'It is.']);
  expect(await textsFor(owner, '?row_id=1')).toEqual(['Is this right?', 'It is.']);
  expect(await textsFor(owner, '?column=salary')).toEqual(['Is this right?', 'It is.']);

  const resolved = await editor.api.patch(`${table}/comments/${reply.id}`, { resolved: true });
  expect(resolved.body).toMatchObject({ resolved: true, resolved_by: editor.id });
  expect(await textsFor(owner, '?resolved=false')).toEqual(['Left in May', 'Of 2026']);
  await say(owner, 'Not yet.', { reply_to: reply.id });
  expect(await textsFor(owner, '?resolved=true')).toEqual([]);
});

test('its author changes a comment, and who manages the workspace may delete it too', async () => {
  const { id } = await say(editor.api, 'Helo');
  expect((await owner.patch(`${table}/comments/${id}`, { text: 'Hello' })).status).toBe(403);
  const changed = await editor.api.patch(`${table}/comments/${id}`, { text: 'Hello' });
  expect(changed.body).toMatchObject({ text: 'Hello', edited_at: expect.any(String) });
  const of = await say(owner, 'Mine');
  expect((await editor.api.delete(`${table}/comments/${of.id}`)).status).toBe(403);
  await say(owner, 'Hello!', { reply_to: id });
  expect((await owner.delete(`${table}/comments/${id}`)).status).toBe(204);
  expect(await textsFor(owner)).toEqual(['Mine']);
  expect((await viewer.api.post(`${table}/comments`, { text: 'Me too' })).status).toBe(403);
});

test('a comment follows renamed tables and columns, and goes and comes back with its row', async () => {
  await say(owner, 'On the row', { target: { row_id: 1 } });
  await say(owner, 'On the cell', cell(1, 'team'));
  await owner.patch(`${table}/columns/team`, { new_name: 'group', expected_version: null });
  await owner.patch(table, { name: 'people', expected_version: null });
  table = `${workbook}/tables/people`;
  expect((await owner.get(`${table}/comments?column=group`)).body.comments).toMatchObject([
    { table: 'people', target: { column: 'group' } },
  ]);
  const deletion = await owner.post(`${table}/rows/delete`, { row_ids: [1], expected_version: null });
  expect(await textsFor(owner)).toEqual([]);
  await owner.post(`${workbook}/ops/${deletion.body.op_id}/undo`);
  expect(await textsFor(owner)).toEqual(['On the row', 'On the cell']);
});

test('a comment is refused where it would be on nothing, and where its members are strangers', async () => {
  const refused = async (body: object) => (await owner.post(`${table}/comments`, body)).body;
  expect(await refused({ text: 'x', target: { row_id: 99 } })).toMatchObject({ status: 422 });
  expect(await refused({ text: 'x', target: { column: 'team' } })).toMatchObject({
    code: 'comment-column-alone',
  });
  expect(await refused({ text: ' ' })).toMatchObject({ status: 422, errors: [{ path: '/text' }] });
  expect(await refused({ text: 'x', mentions: [ownerId, 'usr_1'] })).toMatchObject({
    code: 'mention-unknown',
    errors: [{ path: '/mentions/1' }],
  });
  expect(await refused({ text: 'x', reply_to: 'cmt_1' })).toMatchObject({ status: 404 });
});

test('a comment on what somebody may not see is not there for them, in lists or events', async () => {
  const hidden = await say(owner, 'Too much', cell(1, 'salary'));
  await say(owner, 'Good', cell(1, 'team'));
  await owner.post(`${table}/columns/salary/tags`, { tag: 'pay' });
  for (const effect of ['mask', 'deny']) {
    await owner.put(`${workbook}/policies/pay`, { effect, role: 'editor' });
    expect(await textsFor(editor.api)).toEqual(['Good']);
    expect((await editor.api.post(`${table}/comments`, { text: 'x', ...cell(1, 'salary') })).status).toBe(
      403,
    );
    expect((await editor.api.post(`${table}/comments`, { text: 'x', reply_to: hidden.id })).status).toBe(404);
    expect((await editor.api.patch(`${table}/comments/${hidden.id}`, { resolved: true })).status).toBe(404);
  }
  expect(await textsFor(owner)).toEqual(['Too much', 'Good']);

  const kinds = '?kinds=comment.created';
  const [theirs, mine] = [
    await EventStream.during(editor.api, workbook, undefined, kinds),
    await EventStream.during(owner, workbook, undefined, kinds),
  ];
  const { id } = await say(owner, 'Far too much', { reply_to: hidden.id });
  const artifact_id = (await owner.get(table)).body.id;
  expect((await mine.next())?.data).toEqual({
    ...{ name: 'staff', artifact_id },
    comment_id: id,
    thread_id: hidden.id,
  });
  expect((await theirs.next())?.data).toEqual({ name: 'staff', artifact_id });
});
