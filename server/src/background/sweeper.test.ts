import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newWorkbook, type TestWorkbook } from '../../test-support/catalog.js';
import { openWorkbookData, type TestData } from '../../test-support/workbook-data.js';
import { putOAuthRecord } from '../catalog/oauth-records.js';
import { newId } from '../core/ids.js';
import { bindBlobStore } from '../workbook/upkeep/blob-binding.js';
import { Sweeper } from './sweeper.js';

const now = new Date('2026-03-10T12:00:00.000Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

let world: TestData;
let workbook: TestWorkbook;
let sweeper: Sweeper;
beforeAll(async () => {
  world = await openWorkbookData(await mkdtemp(join(tmpdir(), 'sweeper-')));
  workbook = await newWorkbook(world.catalog);
  await bindBlobStore(world, undefined);
  sweeper = new Sweeper({
    ...world,
    log: pino({ level: 'silent' }) as never,
    historyDays: 0,
    autoPinDays: 30,
    blobGraceDays: 7,
    takesPayments: false,
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  const { db } = world.catalog;
  for (const table of ['results', 'jobs', 'idempotency_answers', 'sessions', 'upload_slots'] as const)
    await db.deleteFrom(table).execute();
});

const put = (content: string, disposable = false) =>
  world.blobs.put(Readable.from([Buffer.from(content)]), { disposable });

/** A blob that was last stored so many hours ago. */
async function blob(
  hours: number,
  { content = newId('req') as string, disposable = false } = {},
): Promise<string> {
  const { hash } = await put(content, disposable);
  await writtenAt(hash, hours);
  return hash;
}

async function writtenAt(hash: string, hours: number): Promise<void> {
  const written_at = hoursAgo(hours).toISOString();
  await world.catalog.db.updateTable('blobs').set({ written_at }).where('hash', '=', hash).execute();
}

const isThere = async (hash: string) => (await world.blobs.stat(hash)) !== undefined;
const sweepAfterDays = (days: number) => sweeper.sweep(new Date(now.getTime() + days * 24 * 3_600_000));

async function result(expiredHours: number, blobHash: string | null = null): Promise<string> {
  const id = newId('res');
  await world.catalog.db
    .insertInto('results')
    .values({
      id,
      workbook_id: workbook.workbookId,
      user_id: workbook.userId,
      blob_hash: blobHash,
      rows: null,
      columns: '[]',
      row_count: 0,
      capped: 0,
      tables: '[]',
      policy_fingerprint: '',
      created_at: '',
      expires_at: hoursAgo(expiredHours).toISOString(),
    })
    .execute();
  return id;
}

async function job(finishedHours: number | null, blobHash: string | null = null): Promise<string> {
  const id = newId('job');
  await world.catalog.db
    .insertInto('jobs')
    .values({
      id,
      workbook_id: workbook.workbookId,
      user_id: workbook.userId,
      credential_id: null,
      kind: 'test',
      status: finishedHours === null ? 'pending' : 'succeeded',
      input: '{}',
      blob_hash: blobHash,
      progress: null,
      result: null,
      error: null,
      lease_owner: null,
      lease_until: null,
      attempts: 0,
      created_at: '',
      started_at: null,
      finished_at: finishedHours === null ? null : hoursAgo(finishedHours).toISOString(),
    })
    .execute();
  return id;
}

async function slot(
  expiredHours: number,
  status: 'uploaded' | 'ingested',
  blobHash: string,
): Promise<string> {
  const id = newId('upl');
  await world.catalog.db
    .insertInto('upload_slots')
    .values({
      id,
      workbook_id: workbook.workbookId,
      filename: 'a.csv',
      mode: 'auto',
      structuring: 'auto',
      status,
      blob_hash: blobHash,
      size: 1,
      created_at: '',
      created_by: '',
      expires_at: hoursAgo(expiredHours).toISOString(),
    })
    .execute();
  return id;
}

const idsIn = async (table: 'results' | 'jobs' | 'upload_slots' | 'oauth_clients') =>
  (await world.catalog.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);

test('results are deleted a day after they expired, with their blobs', async () => {
  const [old, recent] = [await blob(50, { disposable: true }), await blob(50, { disposable: true })];
  await result(25, old);
  const kept = [await result(23, recent), await result(-1)];
  await sweeper.sweep(now);
  expect(await idsIn('results')).toEqual(kept);
  // An hour later they are gone, without going to the trash.
  await sweepAfterDays(0.05);
  expect([await isThere(old), await isThere(recent)]).toEqual([false, true]);
  expect(await world.blobs.restoreFromTrash(old)).toBe(false);
});

test('upload slots are deleted a day after they expired; until then they keep files that were not ingested', async () => {
  const [old, waiting, taken] = [await blob(50), await blob(50), await blob(50)];
  await slot(25, 'uploaded', old);
  const kept = [await slot(23, 'uploaded', waiting), await slot(-1, 'ingested', taken)];
  await sweeper.sweep(now);
  expect(await idsIn('upload_slots')).toEqual(kept);
  const released = async (hash: string) => (await rowOf(hash))?.released_at != null;
  expect([await released(old), await released(waiting), await released(taken)]).toEqual([true, false, true]);
});

test('jobs are deleted a day after they finished', async () => {
  await job(25);
  const kept = [await job(23), await job(null)];
  await sweeper.sweep(now);
  expect(await idsIn('jobs')).toEqual(kept);
});

test('answers are deleted when they expire, sessions a day later', async () => {
  const { db } = world.catalog;
  for (const hours of [25, 23, -1]) {
    const expires_at = hoursAgo(hours).toISOString();
    const key = String(hours);
    await db
      .insertInto('idempotency_answers')
      .values({ credential_id: 'tok_1', key, request_hash: '', answer: '', expires_at })
      .execute();
    await db
      .insertInto('sessions')
      .values({ id: key, user_id: workbook.userId, created_at: '', expires_at, revoked_at: null })
      .execute();
  }
  await sweeper.sweep(now);
  expect(await db.selectFrom('idempotency_answers').select('key').execute()).toEqual([{ key: '-1' }]);
  expect(await db.selectFrom('sessions').select('id').orderBy('id').execute()).toEqual([
    { id: '-1' },
    { id: '23' },
  ]);
});

test('what apps asked for is deleted when it expires, and apps that nobody lets in', async () => {
  const { catalog } = world;
  for (const kind of ['AuthorizationCode', 'DeviceCode', 'Interaction', 'RefreshToken'] as const)
    for (const hours of [1, -1]) {
      const record = { kind, id: `${kind} ${hours}`, grantId: null, userCode: null, payload: {} };
      await putOAuthRecord(catalog, { ...record, expiresAt: hoursAgo(hours).toISOString() });
    }
  const unused = { metadata: '{}', secret_hash: null, used_at: null };
  for (const hours of [25, 23]) {
    const row = { ...unused, id: `app ${hours}`, created_at: hoursAgo(hours).toISOString() };
    await catalog.db.insertInto('oauth_clients').values(row).execute();
  }
  await sweeper.sweep(now);
  const left = await catalog.db.selectFrom('oauth_records').select(['kind', 'expires_at']).execute();
  expect(left.map(({ kind }) => kind).toSorted()).toEqual([
    'AuthorizationCode',
    'DeviceCode',
    'Interaction',
    'RefreshToken',
  ]);
  expect(left.every(({ expires_at }) => expires_at > now.toISOString())).toBe(true);
  expect(await idsIn('oauth_clients')).toEqual(['app 23']);
});

const rowOf = (hash: string) =>
  world.catalog.db.selectFrom('blobs').selectAll().where('hash', '=', hash).executeTakeFirst();

test('unreferenced blobs stay for days, then in the trash for as long, and are then deleted', async () => {
  const [young, old] = [await blob(23), await blob(25)];
  await sweeper.sweep(now);
  expect([(await rowOf(young))?.released_at, (await rowOf(old))?.released_at]).toEqual([
    null,
    now.toISOString(),
  ]);
  await sweepAfterDays(6.9);
  expect(await isThere(old)).toBe(true);
  await sweepAfterDays(7.1);
  expect(await isThere(old)).toBe(false);
  expect(await world.blobs.restoreFromTrash(old)).toBe(true);
  await world.blobs.delete(old);
  await sweepAfterDays(14.2);
  expect(await world.blobs.restoreFromTrash(old)).toBe(false);
  expect(await rowOf(old)).toBeUndefined();
});

test('bytes that are stored again before their blob is deleted stay', async () => {
  const [released, trashed] = [
    await blob(1000, { content: 'released' }),
    await blob(1000, { content: 'trashed' }),
  ];
  await sweeper.sweep(now);
  await put('released');
  await sweepAfterDays(7.1);
  expect([await isThere(released), await isThere(trashed)]).toEqual([true, false]);
  await put('trashed');
  expect(await isThere(trashed)).toBe(true);
  await sweepAfterDays(14.2);
  expect([await isThere(released), await isThere(trashed)]).toEqual([true, true]);
  expect(await rowOf(trashed)).toMatchObject({ released_at: null, trashed_at: null });
});

test('a blob in the trash that is referenced after all is restored', async () => {
  const hash = await blob(1000);
  await sweeper.sweep(now);
  await sweepAfterDays(7.1);
  expect(await isThere(hash)).toBe(false);
  await source(hash);
  await sweepAfterDays(14.2);
  expect(await isThere(hash)).toBe(true);
});

test('blobs that this catalog has not written are not touched', async () => {
  const hash = await blob(1000);
  await world.catalog.db.deleteFrom('blobs').where('hash', '=', hash).execute();
  for (const days of [0, 8, 16]) await sweepAfterDays(days);
  expect(await isThere(hash)).toBe(true);
});

test.each([
  ['belongs to another catalog', () => ({ id: 'another', sweeps: 0 })],
  ['was swept by a later state of this catalog', (own: { id: string }) => ({ ...own, sweeps: 1_000_000 })],
])('a store that %s is not swept', async (_, markerOf) => {
  const own = (await world.blobs.readMarker()) as string;
  const hash = await blob(1000);
  await world.blobs.writeMarker(JSON.stringify(markerOf(JSON.parse(own))));
  for (const days of [0, 8, 16]) await sweepAfterDays(days);
  expect(await isThere(hash)).toBe(true);
  await world.blobs.writeMarker(own);
});

async function source(hash: string): Promise<void> {
  await world.catalog.db
    .insertInto('sources')
    .values({
      id: newId('src'),
      workbook_id: workbook.workbookId,
      name: hash,
      filename: 'a.csv',
      blob_hash: hash,
      size: 1,
      format: null,
      reader: null,
      mode: 'auto',
      status: 'registered',
      created_at: '',
      created_by: '',
    })
    .execute();
}

test('blobs of sources, tables and waiting jobs stay, however old', async () => {
  const [ofSource, waiting] = [await blob(1000), await blob(1000)];
  await source(ofSource);
  await job(null, waiting);
  const table = await world.addTable(workbook.workbookId, 'kept', { n: 'BIGINT' }, ['1']);
  const segment = await world.catalog.db
    .selectFrom('table_segments')
    .select('blob_hash')
    .where('table_id', '=', table.id)
    .executeTakeFirstOrThrow();
  await writtenAt(segment.blob_hash, 1000);
  for (const days of [0, 8, 16]) await sweepAfterDays(days);
  for (const hash of [ofSource, waiting, segment.blob_hash]) expect(await isThere(hash)).toBe(true);
});

test('the blob of a job is released when the job is done and nothing else refers to it', async () => {
  const input = await blob(30);
  await job(1, input);
  await sweeper.sweep(now);
  expect((await rowOf(input))?.released_at).toBe(now.toISOString());
});

test('accounts that were active today are sampled, and usage is kept for more than a year', async () => {
  const { db } = world.catalog;
  const { account_id } = await db
    .selectFrom('workspaces')
    .select('account_id')
    .where('id', '=', workbook.workspaceId)
    .executeTakeFirstOrThrow();
  const day = (daysAgo: number) =>
    hoursAgo(daysAgo * 24)
      .toISOString()
      .slice(0, 10);
  const days = [day(0), day(1), day(365), day(401)];
  await db
    .insertInto('account_days')
    .values(days.map((one) => ({ account_id, day: one, requests: 1 })))
    .execute();
  await sweeper.sweep(now);
  const left = await db
    .selectFrom('account_days')
    .select(['day', 'requests', 'storage_bytes', 'tables'])
    .orderBy('day', 'desc')
    .execute();
  const unsampled = { requests: 1, storage_bytes: null, tables: null };
  expect(left).toEqual([
    { day: day(0), requests: 1, storage_bytes: expect.any(Number), tables: expect.any(Number) },
    { day: day(1), ...unsampled },
    { day: day(365), ...unsampled },
  ]);
});
