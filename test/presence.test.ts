import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { EventStream } from './support/event-stream.js';
import { type Member, startWithMembers } from './support/members.js';
import type { TestService } from './support/service.js';

let service: TestService;
let owner: Api;
let ownerId: string;
let editor: Member;
let workbook: string;
let artifact_id: string;
beforeAll(async () => {
  const staffed = await startWithMembers({ editor: 'editor' });
  ({ service, owner } = staffed);
  editor = staffed.members.editor;
  ownerId = (await owner.get('/api/v1/me')).body.user.id;
  workbook = await owner.workbook();
  const content = 'name,salary\nAnn,52\n';
  await owner.upload(`${workbook}/sources`, { name: 'staff.csv', content }, { structuring: 'skip' });
  artifact_id = (await owner.get(`${workbook}/tables/staff`)).body.id;
});
afterAll(() => service.dispose());

const follow = (api: Api, session: string) =>
  EventStream.during(api, workbook, undefined, `?presence=${session}`);
const be = async (api: Api, session: string, place: object) =>
  (await api.post(`${workbook}/presence`, { session, ...place })).status;
const nowhere = { row_id: null, column: null };

test('others are told which table is open and which cell is selected, until it is left', async () => {
  const theirs = await follow(editor.api, 'page');
  expect(await be(owner, 'one', { table: 'staff', row_id: 1, column: 'Salary' })).toBe(204);
  expect(await theirs.next()).toEqual([{ user: ownerId, artifact_id, row_id: 1, column: 'salary' }]);
  // One's own page is told of one's other pages, but not of itself.
  const mine = await follow(owner, 'one');
  await be(editor.api, 'page', { table: artifact_id });
  expect(await mine.next()).toEqual([{ user: editor.id, artifact_id, ...nowhere }]);
  await be(owner, 'one', { table: null });
  expect(await theirs.next()).toEqual([]);
  await be(editor.api, 'page', { table: null });
  expect(await mine.next()).toEqual([]);
});

test('a cell of a column that somebody may not see is not told to them', async () => {
  await owner.post(`${workbook}/tables/staff/columns/salary/tags`, { tag: 'pay' });
  for (const effect of ['mask', 'deny']) {
    await owner.put(`${workbook}/policies/pay`, { effect, role: 'editor' });
    const stream = await follow(editor.api, 'other');
    await be(owner, 'one', { table: 'staff', row_id: 1, column: 'salary' });
    expect(await stream.next()).toEqual([{ user: ownerId, artifact_id, ...nowhere }]);
    await be(owner, 'one', { table: 'staff', row_id: 1, column: 'name' });
    expect(await stream.next()).toEqual([{ user: ownerId, artifact_id, row_id: 1, column: 'name' }]);
    await be(owner, 'one', { table: null });
  }
  expect(await be(editor.api, 'other', { table: 'staff', row_id: 1, column: 'salary' })).toBe(422);
  expect(await be(owner, 'one', { table: 'unknown' })).toBe(404);
});
