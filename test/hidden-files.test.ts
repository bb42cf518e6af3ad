import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { startWithMembers } from './support/members.js';
import type { TestService } from './support/service.js';

let service: TestService;
/** Has the role hr and sees every column. */
let owner: Api;
/** May not see `salary`. */
let viewer: Api;
let workbook: string;
let slot: string;
let job: string;
let hashes: string[];

const pay = { name: 'pay.csv', content: 'name,salary\nAnn,5200\n' };
const later = { name: 'later.csv', content: 'name,salary\nBob,4100\n' };
const open = { name: 'open.csv', content: 'name,team\nAnn,north\n' };

beforeAll(async () => {
  const staffed = await startWithMembers({ viewer: 'viewer' });
  ({ service, owner } = staffed);
  viewer = staffed.members.viewer.api;
  const { body: me } = await owner.get('/api/v1/me');
  await owner.put(`/api/control/workspaces/${me.workspace_id}/users/${me.user.id}/roles`, { roles: ['hr'] });

  workbook = await owner.workbook();
  await owner.upload(`${workbook}/sources`, pay, { structuring: 'skip' });
  await owner.upload(`${workbook}/sources`, open, { structuring: 'skip' });
  const queued = await owner.upload(`${workbook}/sources`, later, { structuring: 'skip', async: 'true' });
  job = `/api/v1/jobs/${queued.body.job_id}`;
  await eventually(async () => ((await owner.get(job)).body.status === 'succeeded' ? true : undefined));
  const { body: made } = await owner.post(`${workbook}/uploads`, { filename: 'slot.csv' });
  slot = `/api/v1/uploads/${made.id}`;
  await service.anonymous.send('PUT', made.upload_url.slice(service.url.length), pay.content);

  for (const table of ['pay', 'later'])
    await owner.post(`${workbook}/tables/${table}/columns/salary/tags`, { tag: 'pay' });
  await owner.put(`${workbook}/policies/pay`, { effect: 'deny' });
  await owner.put(`${workbook}/policies/pay`, { effect: 'allow', role: 'hr' });
  const { sources } = (await owner.get(`${workbook}/sources`)).body;
  hashes = ['pay.csv', 'later.csv'].map(
    (name) => sources.find((source: { name: string }) => source.name === name).sha256,
  );
});
afterAll(() => service.dispose());

const places = () => ({
  'the list of sources': `${workbook}/sources`,
  'a source': `${workbook}/sources/pay.csv`,
  'a job': job,
  'an upload slot': slot,
  'the audit log': `${workbook}/audit-log`,
});

test.each(['the list of sources', 'a source', 'a job', 'an upload slot', 'the audit log'] as const)(
  '%s shows hash and size only to callers who see every column of the file',
  async (place) => {
    const showsHash = async (api: Api) => {
      const { status, body } = await api.get(places()[place]);
      expect(status).toBe(200);
      return hashes.some((hash) => JSON.stringify(body).includes(hash));
    };
    expect([await showsHash(owner), await showsHash(viewer)]).toEqual([true, false]);
  },
);

test('files without hidden columns show hash and size to everyone', async () => {
  const { sources } = (await viewer.get(`${workbook}/sources`)).body;
  const shown = sources.map(({ name, size, sha256 }: { name: string; size: number; sha256: string }) => [
    name,
    size,
    sha256 === null,
  ]);
  expect(shown).toEqual([
    ['later.csv', null, true],
    ['open.csv', open.content.length, false],
    ['pay.csv', null, true],
  ]);
});

test('the audit log shows no hash of an entry that it shows only in part', async () => {
  const { body: whole } = await owner.get(`${workbook}/audit-log?limit=1000`);
  const { body: seen } = await viewer.get(`${workbook}/audit-log?limit=1000`);
  expect(seen).toMatchObject({ chain_valid: true, length: whole.length });
  type Entry = Record<'hash' | 'prev_hash' | 'detail_text', string | null> & { detail: object; seq: number };
  const partial = (seen.entries as Entry[]).filter(({ detail_text }) => detail_text === null);
  expect(partial.length).toBeGreaterThanOrEqual(3);
  for (const { seq } of partial) {
    const { hash } = (whole.entries as Entry[]).find((entry) => entry.seq === seq) as Entry;
    expect(JSON.stringify(seen)).not.toContain(hash);
  }
});
