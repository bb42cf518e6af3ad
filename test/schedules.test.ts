import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { connect, type ServiceWithDrives, startWithDrives } from './support/drives.js';
import { eventually } from './support/eventually.js';
import { book } from './support/files.js';
import { MailServer } from './support/mail-server.js';
import { owner, startService } from './support/service.js';

let world: ServiceWithDrives;
let mail: MailServer;
let web: Server;
let url: string;
let api: Api;
/** What the web server has, and how often it was asked. */
const page = {
  content: 'region,qty\nNorth,3\n',
  tag: '"1"',
  status: 200,
  isSilent: false,
  asked: [] as (string | undefined)[],
};

beforeAll(async () => {
  mail = await MailServer.start();
  web = createServer(({ headers }, response) => {
    page.asked.push(headers['if-none-match']);
    if (page.isSilent) return;
    if (page.status !== 200) response.writeHead(page.status).end();
    else if (headers['if-none-match'] === page.tag) response.writeHead(304).end();
    else response.writeHead(200, { etag: page.tag }).end(page.content);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => web.once('listening', resolve));
  url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/sales.csv?token=secret`;
  world = await startWithDrives({ ...mail.env, SVC_REFRESH_QUIET_MS: '500', SVC_OPEN_REGISTRATION: 'true' });
  api = await world.api.mint(['workbooks:write', 'workbooks:delete', 'cloud-files:read'], {
    rate_limit_per_minute: 10_000,
  });
});
afterAll(async () => {
  await world.dispose();
  web.close();
  await mail.close();
});

interface Schedule {
  id: string;
  running_job_id: string | null;
}
const schedules = async (workbook: string) => (await api.get(`${workbook}/schedules`)).body.schedules;
const ended = (workbook: string, { id }: Schedule) =>
  eventually(async () => {
    const { body } = await api.get(`${workbook}/schedules/${id}`);
    return body.running_job_id === null && body.last_run ? body : undefined;
  });
async function runNow(workbook: string, schedule: Schedule) {
  expect((await api.post(`${workbook}/schedules/${schedule.id}/run`)).status).toBe(200);
  return await ended(workbook, schedule);
}

async function salesFromUrl(): Promise<{ workbook: string; schedule: Schedule }> {
  Object.assign(page, { content: 'region,qty\nNorth,3\n', tag: '"1"', status: 200 });
  const workbook = await api.workbook();
  await api.post(`${workbook}/sources/from-url`, { url });
  const set = await api.put(`${workbook}/sources/sales.csv/schedule`, { every: '1h', url });
  expect(set.body).toMatchObject({ kind: 'pull_url', every: '1h', state: 'active', url: url.split('?')[0] });
  return { workbook, schedule: set.body };
}

test('a source is fetched from its URL if it has changed there', async () => {
  const { workbook, schedule } = await salesFromUrl();
  expect((await runNow(workbook, schedule)).last_run).toMatchObject({ outcome: 'succeeded', changed: false });
  expect((await runNow(workbook, schedule)).last_run.changed).toBe(false);
  expect(page.asked.slice(-2)).toEqual([undefined, '"1"']);
  Object.assign(page, { content: 'region,qty\nNorth,5\n', tag: '"2"' });
  expect((await runNow(workbook, schedule)).last_run).toMatchObject({ outcome: 'succeeded', changed: true });
  expect((await api.get(`${workbook}/tables/sales/rows`)).body.rows).toMatchObject([{ qty: 5 }]);
  expect((await api.get(`${workbook}/sources/sales.csv`)).body.provenance).toMatchObject({ kind: 'url' });
});

test('a run whose process is killed is finished once by the next, and the schedule goes on', async () => {
  const env = { SVC_ALLOW_PRIVATE_NETWORK: 'true' };
  const first = await startService({ env });
  const before = await first.signIn();
  const workbook = await before.workbook();
  Object.assign(page, { content: 'region,qty\nNorth,3\n', tag: '"1"', status: 200 });
  await before.post(`${workbook}/sources/from-url`, { url });
  const { id } = (await before.put(`${workbook}/sources/sales.csv/schedule`, { every: '1h', url })).body;
  Object.assign(page, { content: 'region,qty\nNorth,8\n', tag: '"2"', isSilent: true, asked: [] });
  const { running_job_id: job } = (await before.post(`${workbook}/schedules/${id}/run`)).body;
  await eventually(async () => page.asked.length === 1 || undefined);
  await first.stop('SIGKILL');
  page.isSilent = false;
  const after = await (await startService({ env, dataDir: first.dataDir })).signIn();
  const done = await eventually(async () => {
    const { body } = await after.get(`${workbook}/schedules/${id}`);
    return body.running_job_id === null ? body : undefined;
  });
  expect(done).toMatchObject({
    state: 'active',
    failures: 0,
    next_run_at: expect.any(String),
    last_run: { job_id: job, outcome: 'succeeded', changed: true },
  });
  expect((await after.get(`${workbook}/tables/sales/rows`)).body.rows).toMatchObject([{ qty: 8 }]);
  const { ops } = (await after.get(`${workbook}/ops`)).body;
  expect(ops.filter(({ kind }: { kind: string }) => kind === 'source.revise')).toHaveLength(1);
});

test('a schedule that fails ten times in a row pauses and says so, and goes on when it is resumed', async () => {
  const { workbook, schedule } = await salesFromUrl();
  page.status = 500;
  for (let n = 1; n <= 9; n++)
    expect(await runNow(workbook, schedule)).toMatchObject({ failures: n, state: 'active' });
  const paused = await runNow(workbook, schedule);
  expect(paused).toMatchObject({
    state: 'paused',
    paused_because: 'failures',
    next_run_at: null,
    last_run: { outcome: 'failed', error_code: 'url-answered' },
  });
  const told = await eventually(async () => mail.received.find(({ to }) => to.includes(owner.email)));
  expect(told.text).toContain('sales.csv');
  const runs = `${workbook}/schedules/${schedule.id}/runs`;
  const { body: newest } = await api.get(`${runs}?limit=7`);
  expect(newest.runs[0]).toEqual({ ...paused.last_run, started_at: expect.any(String) });
  const { body: oldest } = await api.get(`${runs}?cursor=${newest.next_cursor}`);
  expect([oldest.runs.length, oldest.next_cursor]).toEqual([3, null]);
  page.status = 200;
  const resumed = await api.patch(`${workbook}/schedules/${schedule.id}`, { state: 'active' });
  expect(resumed.body).toMatchObject({ state: 'active', failures: 0, next_run_at: expect.any(String) });
});

test('a tracked file is pulled from the drive of whoever set it, and pauses when that is disconnected', async () => {
  await connect(api, 'google_drive');
  const fake = world.fakes.google_drive;
  const content = (qty: number) =>
    book('xlsx', {
      Sales: [
        ['region', 'qty'],
        ['North', qty],
      ],
    });
  fake.add({ id: 'nightly', name: 'Sales.xlsx', content: content(3), modifiedBy: 'ann@example.com' });
  const workbook = await api.workbook();
  const link = (await api.post(`${workbook}/file-links`, { provider: 'google_drive', file_id: 'nightly' }))
    .body;
  const timing = { cron: '0 3 * * *', time_zone: 'Asia/Tokyo' };
  const set = await api.put(`${workbook}/file-links/${link.id}/schedule`, timing);
  expect(set.body).toMatchObject({
    ...timing,
    kind: 'pull_file',
    next_run_at: expect.stringContaining('T18:00:00'),
  });
  fake.edit('nightly', content(7), 'bob@example.com');
  expect((await runNow(workbook, set.body)).last_run).toMatchObject({ outcome: 'succeeded', changed: true });
  expect((await api.get(`${workbook}/tables/Sales/rows`)).body.rows).toMatchObject([{ qty: 7 }]);

  await api.delete('/api/v1/me/authorize/google_drive');
  expect(await runNow(workbook, set.body)).toMatchObject({
    state: 'paused',
    paused_because: 'drive_authorization',
  });
  expect((await api.delete(`${workbook}/file-links/${link.id}/schedule`)).status).toBe(204);
  expect(await schedules(workbook)).toEqual([]);
});

test.each([
  [{}, 'field-every-or-cron'],
  [{ every: '1h', cron: '0 8 * * *' }, 'field-every-or-cron'],
  [{ cron: '* * * * *' }, 'field-cron-too-frequent'],
  [{ cron: '0 8 * * *', time_zone: 'Asia/Nowhere' }, 'field-time-zone-unknown'],
])('times that cannot be are refused: %j', async (timing, code) => {
  const { workbook } = await salesFromUrl();
  const { status, body } = await api.put(`${workbook}/sources/sales.csv/schedule`, { ...timing, url });
  expect([status, body.errors[0].code]).toEqual([422, code]);
});

async function derivedTables() {
  const workbook = await api.workbook();
  await api.upload(`${workbook}/sources`, { name: 'sales.csv', content: 'region,qty\nNorth,3\nSouth,4\n' });
  const derive = (name: string, code: string, table: string) =>
    api.post(`${workbook}/transforms`, { name, output: name, kind: 'sql', code, args: { t: table } });
  await derive('doubled', 'select region, qty * 2 as qty from {{ t }}', 'sales');
  await derive('total', 'select sum(qty) as qty from {{ t }}', 'doubled');
  const fresh = (name: string) =>
    eventually(async () => {
      const { body } = await api.get(`${workbook}/tables/${name}`);
      return body.freshness.stale ? undefined : body;
    });
  return { workbook, fresh };
}

test('an auto table is recomputed once for a burst of edits, after those that it is computed from', async () => {
  const { workbook, fresh } = await derivedTables();
  for (const name of ['doubled', 'total'])
    expect((await api.put(`${workbook}/tables/${name}/refresh`, { refresh: 'auto' })).body.refresh).toBe(
      'auto',
    );
  const [{ __svc_row_id }] = (await api.get(`${workbook}/tables/sales/rows`)).body.rows;
  for (let qty = 1; qty <= 100; qty++) {
    const rows = [{ __svc_row_id, qty }];
    await api.post(`${workbook}/tables/sales/rows/upsert`, { rows, expected_version: null });
  }
  await fresh('total');
  expect((await api.get(`${workbook}/tables/total/rows`)).body.rows).toMatchObject([{ qty: 208 }]);
  const { ops } = (await api.get(`${workbook}/ops?limit=1000`)).body;
  const runs = ops.filter(({ kind }: { kind: string }) => kind === 'transform.run');
  // Two when they were made, two after the edits.
  expect(runs).toHaveLength(4);
});

test('a table stays stale unless it is switched to auto, and after it is switched back', async () => {
  const { workbook, fresh } = await derivedTables();
  const edit = async (qty: number) => {
    const rows = [{ region: 'East', qty }];
    await api.post(`${workbook}/tables/sales/rows/upsert`, { rows, expected_version: null });
  };
  await edit(1);
  await api.put(`${workbook}/tables/doubled/refresh`, { refresh: 'auto' });
  await fresh('doubled');
  expect((await api.get(`${workbook}/tables/total`)).body.freshness.stale).toBe(true);
  expect(await schedules(workbook)).toMatchObject([{ kind: 'refresh', subject: 'doubled', on_change: true }]);
  await api.put(`${workbook}/tables/doubled/refresh`, { refresh: 'manual' });
  expect(await schedules(workbook)).toEqual([]);
  const base = await api.put(`${workbook}/tables/sales/refresh`, { refresh: 'auto' });
  expect([base.status, base.body.code]).toEqual([409, 'refresh-not-derived']);
});

test('what cannot be recomputed says why, and is tried again when its data changed', async () => {
  const { workbook, fresh } = await derivedTables();
  await api.post(`${workbook}/transforms`, {
    ...{ name: 'ratio', output: 'ratio', kind: 'sql', args: { t: 'sales' } },
    code: "select cast(region as varchar) as region, cast(case when qty > 100 then 'x' else '1' end as integer) as n from {{ t }}",
  });
  const { schedule_id: id } = (await api.put(`${workbook}/tables/ratio/refresh`, { refresh: 'auto' })).body;
  const [{ __svc_row_id }] = (await api.get(`${workbook}/tables/sales/rows`)).body.rows;
  const edit = (qty: number) =>
    api.post(`${workbook}/tables/sales/rows/upsert`, {
      rows: [{ __svc_row_id, qty }],
      expected_version: null,
    });
  await edit(200);
  const failed = await ended(workbook, { id, running_job_id: null });
  expect(failed).toMatchObject({ state: 'active', failures: 1, last_run: { outcome: 'failed' } });
  await edit(5);
  await fresh('ratio');
});

test.each([
  ['left', 'ann@example.com', (_: Api, membership: string) => world.api.delete(membership)],
  [
    'deleted',
    'bob@example.com',
    (bob: Api) => bob.send('DELETE', '/api/auth/me', { confirm: 'bob@example.com' }),
  ],
])('a schedule whose user has %s pauses, and whoever resumes it takes it over', async (_, email, leave) => {
  const { workbook, schedule } = await salesFromUrl();
  const { workspace_id: workspaceId } = (await world.api.get('/api/v1/me')).body;
  const users = `/api/control/workspaces/${workspaceId}/users`;
  await world.api.post(users, { email, base_role: 'editor' });
  const accept = `/api/auth${await mail.linkTo(email, 'invitations')}/accept`;
  const { body: joined } = await world.service.anonymous.post(accept, {
    name: 'Guest',
    password: owner.password,
  });
  const guest = { id: joined.user.id, api: world.service.as(joined.access_token) };
  const set = await guest.api.put(`${workbook}/sources/sales.csv/schedule`, { every: '1d' });
  expect(set.body).toMatchObject({ id: schedule.id, user_id: guest.id, every: '1d' });
  expect((await leave(guest.api, `${users}/${guest.id}`)).status).toBeLessThan(300);
  expect(await runNow(workbook, schedule)).toMatchObject({ state: 'paused', paused_because: 'no_access' });
  const { body } = await api.patch(`${workbook}/schedules/${schedule.id}`, { state: 'active' });
  expect([body.state, body.user_id]).toEqual(['active', expect.not.stringMatching(guest.id)]);
  expect((await runNow(workbook, schedule)).last_run.outcome).toBe('succeeded');
});
