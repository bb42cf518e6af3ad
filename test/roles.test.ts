import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer, Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { startWithMembers } from './support/members.js';
import type { TestService } from './support/service.js';

const people = ['viewer', 'editor', 'admin', 'owner', 'stranger', 'reading token', 'writing token'] as const;
type Person = (typeof people)[number];

let service: TestService;
let ids: Record<'viewer' | 'admin', string>;
let as: Record<Person, Api>;
let workbook: string;
let slot: string;
let job: string;

beforeAll(async () => {
  const roles = { viewer: 'viewer', editor: 'editor', admin: 'admin', stranger: null } as const;
  const staffed = await startWithMembers(roles);
  const { owner, members } = staffed;
  service = staffed.service;
  ids = { viewer: members.viewer.id, admin: members.admin.id };
  as = {
    viewer: members.viewer.api,
    editor: members.editor.api,
    admin: members.admin.api,
    stranger: members.stranger.api,
    owner,
    'reading token': await owner.mint(['workbooks:read']),
    'writing token': await owner.mint(['workbooks:write']),
  };
});
afterAll(() => service.dispose());

beforeEach(async () => {
  workbook = await as.owner.workbook();
  const columns = [{ name: 'name' }, { name: 'salary', type: 'BIGINT' }];
  await as.owner.post(`${workbook}/tables`, { name: 'people', columns });
  await as.owner.post(`${workbook}/tables/people/columns/salary/tags`, { tag: 'pay' });
  await as.owner.put(`${workbook}/policies/pay`, { effect: 'deny' });
  slot = `/api/v1/uploads/${(await as.owner.post(`${workbook}/uploads`, { filename: 'a.csv' })).body.id}`;
});

type Ask = (api: Api) => Promise<Answer<unknown>>;

/** The status that each person gets for a call. */
async function outcomes(ask: Ask): Promise<Record<Person, number>> {
  const found: Partial<Record<Person, number>> = {};
  for (const person of people) found[person] = (await ask(as[person])).status;
  return found as Record<Person, number>;
}

const reads = { viewer: 200, editor: 200, admin: 200, owner: 200, stranger: 404 };
const everyToken = { 'reading token': 200, 'writing token': 200 };

describe('access by role and scope to', () => {
  test('a workbook', async () => {
    expect(await outcomes((api) => api.get(workbook))).toEqual({ ...reads, ...everyToken });
    expect(await outcomes((api) => api.patch(workbook, { title: 'New' }))).toEqual({
      ...reads,
      viewer: 403,
      'reading token': 403,
      'writing token': 200,
    });
    expect(await outcomes((api) => api.put(`${workbook}/policies/x`, { effect: 'mask' }))).toEqual({
      ...reads,
      viewer: 403,
      editor: 403,
      'reading token': 403,
      'writing token': 403,
    });
  });

  test('an upload slot: only writers see its upload URL and can ingest it', async () => {
    expect(await outcomes((api) => api.get(slot))).toEqual({ ...reads, ...everyToken });
    const shown: Person[] = [];
    for (const person of people)
      if ((await as[person].get(slot)).body.upload_url !== undefined) shown.push(person);
    expect(shown).toEqual(['editor', 'admin', 'owner', 'writing token']);

    // The slot is still empty: 409 for everyone with permission.
    expect(await outcomes((api) => api.post(`${slot}/ingest`))).toEqual({
      viewer: 403,
      editor: 409,
      admin: 409,
      owner: 409,
      stranger: 404,
      'reading token': 403,
      'writing token': 409,
    });
  });

  test('a job', async () => {
    const file = { name: 'b.csv', content: 'x\n1\n' };
    const { body } = await as.editor.upload(`${workbook}/sources`, file, { async: 'true' });
    job = `/api/v1/jobs/${body.job_id}`;
    await eventually(async () => ((await as.editor.get(job)).body.status === 'succeeded' ? true : undefined));
    expect(await outcomes((api) => api.get(job))).toEqual({ ...reads, ...everyToken });
    const listed: Person[] = [];
    for (const person of people)
      if ((await as[person].get('/api/v1/jobs')).body.jobs.some(({ id }: { id: string }) => job.endsWith(id)))
        listed.push(person);
    expect(listed).toEqual(['editor']);
  });

  test('a result: only its creator', async () => {
    const { body } = await as.viewer.post(`${workbook}/query`, { sql: 'select name from people' });
    expect(await outcomes((api) => api.get(`/api/v1/results/${body.id}`))).toEqual({
      viewer: 200,
      editor: 404,
      admin: 404,
      owner: 404,
      stranger: 404,
      'reading token': 404,
      'writing token': 404,
    });
  });

  test('the names of denied columns: only those who may configure governance', async () => {
    const named: Record<string, Person[]> = {};
    for (const path of ['classifications', 'tables/people/access', 'tables/people/columns'])
      for (const person of people) {
        const { body } = await as[person].get(`${workbook}/${path}`);
        if (JSON.stringify(body).includes('salary')) named[path] = [...(named[path] ?? []), person];
      }
    expect(named).toEqual({
      classifications: ['admin', 'owner'],
      'tables/people/access': ['admin', 'owner'],
    });
  });
});

test('a viewer cannot use an upload slot found in the audit log', async () => {
  const { body: log } = await as.viewer.get(`${workbook}/audit-log`);
  const entry = log.entries.find(({ action }: { action: string }) => action === 'upload.slot_created');
  expect(JSON.stringify(log)).not.toContain('sig=');
  const found = await as.viewer.get(`/api/v1/uploads/${entry.target}`);
  expect(found.body).not.toHaveProperty('upload_url');
  expect((await as.viewer.post(`/api/v1/uploads/${entry.target}/ingest`)).status).toBe(403);
});

describe('a role that a policy names', () => {
  let users: string;
  let key: (more?: object) => Promise<Api>;
  beforeEach(async () => {
    const { workspace_id } = (await as.owner.get('/api/v1/me')).body;
    users = `/api/control/workspaces/${workspace_id}/users`;
    key = async (more = {}) => {
      const given = { scopes: ['workspaces:configure'], ...more };
      return service.as((await as.owner.post('/api/control/account/keys', given)).body.key);
    };
    await as.owner.put(`${workbook}/policies/pay`, { role: 'hr', effect: 'allow' });
    for (const id of Object.values(ids)) await as.owner.put(`${users}/${id}/roles`, { roles: [] });
  });
  const give = async (api: Api, id: string, roles: string[]) =>
    (await api.put(`${users}/${id}/roles`, { roles })).status;

  test('is not given by an admin, to themselves or others, nor by a key of the workspace', async () => {
    const pinned = await key({ workspace_id: users.split('/')[4] });
    for (const id of Object.values(ids)) {
      expect(await give(as.admin, id, ['HR'])).toBe(403);
      expect(await give(pinned, id, ['hr'])).toBe(403);
      expect(await give(as.admin, id, ['reader'])).toBe(200);
    }
    const invited = { email: 'friend@example.com', base_role: 'viewer', roles: ['hr'] };
    expect((await as.admin.post(users, invited)).status).toBe(403);
    expect((await as.admin.post(users, { ...invited, roles: ['reader'] })).status).toBe(201);
    expect(JSON.stringify((await as.admin.get(`${workbook}/tables/people/columns`)).body)).not.toContain(
      'salary',
    );
  });

  test('is not taken away by an admin either, since it may be what hides something', async () => {
    await as.owner.put(`${workbook}/policies/pay`, { role: 'intern', effect: 'mask' });
    expect(await give(as.owner, ids.admin, ['intern'])).toBe(200);
    expect(await give(as.admin, ids.admin, [])).toBe(403);
    expect(await give(as.admin, ids.admin, ['intern', 'reader'])).toBe(200);
  });

  test('is given by the owner of the account, signed in or with a key of the account', async () => {
    expect(await give(as.owner, ids.admin, ['hr'])).toBe(200);
    expect(await give(await key(), ids.viewer, ['hr'])).toBe(200);
    expect(JSON.stringify((await as.viewer.get(`${workbook}/tables/people/columns`)).body)).toContain(
      'salary',
    );
  });
});
