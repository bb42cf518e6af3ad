import { type EventKind, eventData, eventKinds } from '@workbook-data-service/contract/events';
import { Ajv } from 'ajv';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Api } from './support/api.js';
import { EventStream, type LiveEvent } from './support/event-stream.js';
import { eventually } from './support/eventually.js';
import { CalledService, startService, type TestService } from './support/service.js';

let service: CalledService;
let owner: Api;
let api: Api;
let workbook: string;
beforeAll(async () => {
  service = await CalledService.shared();
  owner = await service.signIn();
  api = await owner.mint(['workbooks:write', 'workbooks:delete'], { rate_limit_per_minute: 10_000 });
});

beforeEach(async () => {
  workbook = await newGoods(api);
});

async function newGoods(as: Api): Promise<string> {
  const path = await as.workbook();
  const columns = [{ name: 'item' }, { name: 'price', type: 'BIGINT' }];
  await as.post(`${path}/tables`, { name: 'goods', columns });
  return path;
}

const write = async (path: string, row: object, as = api) =>
  (await as.post(`${path}/rows/upsert`, { rows: [row], expected_version: null })).body;
const goods = () => `${workbook}/tables/goods`;
const follow = (lastEventId?: string, query?: string) =>
  EventStream.during(api, workbook, lastEventId, query);
const versions = (events: LiveEvent[]) => events.map(({ data }) => data.edit_version);

test('every kind of event is told with its data when it happens', async () => {
  const doubled = {
    name: 'doubled',
    kind: 'sql',
    code: 'select item, price * 2 as price from {{ goods }}',
    args: { goods: 'goods' },
    output: 'doubled',
    key: ['item'],
  };
  await write(goods(), { item: 'tea', price: 5 });
  await api.post(`${workbook}/transforms`, doubled);
  const [base, derived] = await Promise.all(
    ['goods', 'doubled'].map(async (name) => (await api.get(`${workbook}/tables/${name}`)).body.id),
  );
  const stream = await follow();
  const told: LiveEvent[] = [];
  const expectEvent = async (kind: EventKind, data: object) => {
    told.push(...(await stream.until((event) => event.kind === kind)));
    expect(told.at(-1)?.data).toEqual(data);
  };

  const { schedule_id } = (await api.put(`${workbook}/tables/doubled/refresh`, { refresh: 'auto' })).body;
  await api.patch(`${workbook}/schedules/${schedule_id}`, { state: 'paused' });
  const paused = { schedule_id, kind: 'refresh', subject: 'doubled', because: 'person' };
  await expectEvent('schedule.paused', paused);

  const { edit_version, op_id } = await write(goods(), { __svc_row_id: 1, price: 6 });
  const updated = { name: 'goods', artifact_id: base, edit_version };
  await expectEvent('artifact.updated', { ...updated, op_id });
  await expectEvent('artifact.stale', {
    name: 'doubled',
    artifact_id: derived,
    stale_since: expect.any(String),
    cause: base,
  });

  const snapshot = { automatic: false, op_id: expect.any(Number) };
  const { id: snapshot_id } = (await api.post(`${workbook}/snapshots`, { summary: 'Before' })).body;
  await expectEvent('snapshot.committed', {
    ...snapshot,
    snapshot_id,
    label: null,
    summary: 'Before',
    event_type: 'transform',
  });
  const version = (await api.post(`${workbook}/versions`, { label: 'v1', summary: 'First' })).body;
  await expectEvent('snapshot.committed', {
    ...snapshot,
    snapshot_id: version.snapshot_id,
    label: 'v1',
    summary: 'First',
    event_type: 'version',
  });

  const [{ __svc_row_id }] = (await api.get(`${workbook}/tables/doubled/rows`)).body.rows;
  await write(`${workbook}/tables/doubled`, { __svc_row_id, price: 50 });
  await api.post(`${workbook}/recompute`);
  const [conflict] = (await api.get(`${workbook}/conflicts`)).body.conflicts;
  await expectEvent('conflict.created', {
    conflict_id: conflict.id,
    table: 'doubled',
    artifact_id: derived,
    column: 'price',
    row_id: __svc_row_id,
    kind: 'stale_override',
  });

  const comments = `${goods()}/comments`;
  const { id: comment_id } = (await api.post(comments, { text: 'Is this the price of today?' })).body;
  const comment = { name: 'goods', artifact_id: base, comment_id, thread_id: comment_id };
  await expectEvent('comment.created', comment);
  await api.patch(`${comments}/${comment_id}`, { resolved: true });
  await expectEvent('comment.changed', comment);
  await api.delete(`${comments}/${comment_id}`);
  await expectEvent('comment.deleted', comment);

  const { headers, body } = await api.post(`${workbook}/export`, {
    tables: ['goods'],
    format: 'csv',
    record_branch: true,
  });
  const branch_id = headers.get('x-svc-branch-id') as string;
  await expectEvent('version.branched', { branch_id, filename: 'goods.csv', tables: [updated] });
  const file = { name: 'goods.csv', content: String(body).replace('tea,6', 'tea,7') };
  const merged = await api.upload(`${goods()}/merge`, file, { branch_id });
  await expectEvent('version.merged', {
    branch_id,
    op_id: merged.body.op_id,
    applied: 1,
    conflicts: 0,
    tables: [
      { ...updated, edit_version: edit_version + 1, inserted: 0, updated: 1, deleted: 0, conflicts: 0 },
    ],
  });

  const content = 'region,amount\nnorth,10\nsouth,7\n';
  const { source } = (await api.upload(`${workbook}/sources`, { name: 'sales.csv', content })).body;
  const named = { source_id: source.id, name: 'sales.csv' };
  await expectEvent('source.materialized', { ...named, op_id: expect.any(Number) });
  const { spec_version } = (await api.post(`${workbook}/sources/sales.csv/analyze`)).body;
  await expectEvent('source.analyzed', { ...named, spec_version: spec_version ?? expect.any(Number) });
  const { job_id } = (await api.upload(`${workbook}/sources`, { name: 'b.csv', content }, { async: 'true' }))
    .body;
  await expectEvent('job.completed', { job_id, kind: 'source.ingest', status: 'succeeded' });

  await api.delete(`${workbook}/tables/doubled?expected_version=null`);
  await api.delete(`${workbook}/transforms/doubled`);
  await expectEvent('artifact.deleted', { name: 'doubled', artifact_id: derived });

  expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(eventKinds));
  expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
  const ajv = new Ajv();
  for (const { kind, data } of told)
    expect(ajv.validate(eventData[kind as EventKind], data), `${kind}: ${ajv.errorsText()}`).toBe(true);
});

describe('a stream of events', () => {
  test('begins with what happens next, and tells each event as webhooks receive it', async () => {
    const stream = await follow();
    const { edit_version, op_id } = await write(goods(), { item: 'tea' });
    expect(await stream.next()).toEqual({
      id: stream.lastEventId,
      kind: 'artifact.updated',
      created_at: expect.stringMatching(/Z$/),
      workbook_id: workbook.split('/').at(-1),
      data: { name: 'goods', artifact_id: expect.any(String), edit_version, op_id },
    });
  });

  test('can be resumed from where it was when it began, even before any event', async () => {
    const stream = await follow();
    stream.close();
    const { edit_version } = await write(goods(), { item: 'tea' });
    const resumed = await follow(stream.lastEventId);
    expect(versions(await resumed.take(1))).toEqual([edit_version]);
  });

  test('resumes without loss or repetition while writers write', async () => {
    const writing = Promise.all(
      Array.from({ length: 4 }, async (_, writer) => {
        for (let i = 0; i < 25; i++) await write(goods(), { item: `${writer} ${i}` });
      }),
    );
    const told: LiveEvent[] = [];
    let stream = await follow();
    const first = await stream.take(1);
    told.push(...first);
    const start = first[0]?.data.edit_version;
    while (told.at(-1)?.data.edit_version < 101) {
      // Each connection ends after a few events, somewhere in the middle of what was sent.
      told.push(...(await stream.take(Math.min(7, 101 - told.at(-1)?.data.edit_version))));
      stream.close();
      stream = await follow(told.at(-1)?.id);
    }
    await writing;
    expect(versions(told)).toEqual(Array.from({ length: 102 - start }, (_, i) => start + i));
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
  });

  test('may be limited to some kinds, and then resumes after the others', async () => {
    const deleted = await follow(undefined, '?kinds=artifact.deleted,job.completed');
    await write(goods(), { item: 'tea' });
    await api.delete(`${goods()}?expected_version=null`);
    const [event] = await deleted.take(1);
    expect(event?.kind).toBe('artifact.deleted');
    const unknown = await api.get(`${workbook}/events?kinds=artifact.delete`);
    expect([unknown.status, unknown.body.suggested_fix]).toEqual([
      422,
      expect.stringContaining('Did you mean artifact.deleted?'),
    ]);
  });

  test('is refused after an event that is unknown here', async () => {
    const { lastEventId } = await follow();
    workbook = await newGoods(api);
    for (const id of [lastEventId as string, 'evt_1']) {
      const { status, body } = await api.get(`${workbook}/events?last_event_id=${id}`);
      expect([status, body.type]).toEqual([410, '/problems/expired']);
      expect(body.suggested_fix).toContain('without Last-Event-ID');
    }
  });

  test('needs a credential that reaches the workbook', async () => {
    const elsewhere = await owner.mint(['workbooks:read'], {
      resource: `workbook:${(await newGoods(api)).split('/').at(-1)}`,
    });
    expect((await elsewhere.get(`${workbook}/events`)).status).toBe(404);
    expect((await service.anonymous.get(`${workbook}/events`)).status).toBe(401);
    const other = await owner.mint(['account:read']);
    expect((await other.get(`${workbook}/events`)).status).toBe(403);
  });

  test('is neither compressed nor kept, and HEAD opens none', async () => {
    const open = async () => /^svc_event_streams (\d+)$/m.exec((await api.get('/metrics')).body)?.[1];
    const before = await open();
    const { status } = await api.send('HEAD', `${workbook}/events`, undefined);
    expect([status, await open()]).toEqual([200, before]);
    const { headers } = await api.get(`${workbook}/events`, { 'accept-encoding': 'gzip, br' });
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  });

  test('of which a user has fifty already is refused until one is closed', async () => {
    const streams = await Promise.all(Array.from({ length: 50 }, () => follow()));
    const refused = await api.get(`${workbook}/events`);
    expect([refused.status, refused.body.retry_after]).toEqual([429, 30]);
    streams[0]?.close();
    await eventually(async () => ((await api.get(`${workbook}/events`)).status === 200 ? true : undefined));
  });
});

describe('a service that stops', () => {
  test('ends its streams at once, and one that is killed loses no event', async () => {
    const first = await startService();
    const before = await first.signIn();
    workbook = await newGoods(before);
    const stream = await EventStream.during(before, workbook);
    const told: LiveEvent[] = [];
    const restart = async (signal: 'SIGTERM' | 'SIGKILL', running: TestService) => {
      await running.stop(signal);
      return await startService({ dataDir: first.dataDir });
    };
    await write(goods(), { item: 'a' }, before);
    told.push(...(await stream.take(1)));
    // Writers that are still at work when the process dies; some get no answer.
    const lost = Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => write(goods(), { item: `${i}` }, before)),
    );
    const second = await restart('SIGKILL', first);
    await lost;
    for (let event = await stream.next(); event; event = await stream.next()) told.push(event);

    const after = await second.signIn();
    await write(goods(), { item: 'z' }, after);
    const { edit_version } = (await after.get(goods())).body;
    const resumed = await EventStream.during(after, workbook, told.at(-1)?.id);
    told.push(...(await resumed.until(({ data }) => data.edit_version === edit_version)));
    expect(versions(told)).toEqual(Array.from({ length: edit_version - 1 }, (_, i) => i + 2));

    expect(await second.stop('SIGTERM')).toBe(0);
    expect(await resumed.next()).toBeUndefined();
  });
});
