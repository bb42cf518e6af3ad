import { mkdtemp, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newWorkbook, type TestWorkbook } from '../../test-support/catalog.js';
import { openWorkbookData, type TestData } from '../../test-support/workbook-data.js';
import { newId } from '../core/ids.js';
import { Sweeper } from './sweeper.js';

const now = new Date('2026-03-10T12:00:00.000Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

let world: TestData;
let workbook: TestWorkbook;
let sweeper: Sweeper;
beforeAll(async () => {
  world = await openWorkbookData(await mkdtemp(join(tmpdir(), 'sweeper-')));
  workbook = await newWorkbook(world.catalog);
  sweeper = new Sweeper({ ...world, log: pino({ level: 'silent' }) as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  const { db } = world.catalog;
  for (const table of ['results', 'jobs', 'idempotency_answers', 'sessions', 'upload_slots'] as const)
    await db.deleteFrom(table).execute();
});

/** A blob that was last put so many hours ago. */
async function blob(hours: number): Promise<string> {
  const { hash } = await world.blobs.put(Readable.from([Buffer.from(newId('req'))]));
  await utimes(await world.blobs.localPath(hash), hoursAgo(hours), hoursAgo(hours));
  return hash;
}

const isThere = async (hash: string) => (await world.blobs.stat(hash)) !== undefined;

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

async function job(finishedHours: number | null, input = '{}'): Promise<string> {
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
      input,
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

const idsIn = async (table: 'results' | 'jobs' | 'upload_slots') =>
  (await world.catalog.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);

test('results go a day after they expired, with their blobs', async () => {
  const [old, recent] = [await blob(50), await blob(50)];
  await result(25, old);
  const kept = [await result(23, recent), await result(-1)];
  await sweeper.sweep(now);
  expect(await idsIn('results')).toEqual(kept);
  expect([await isThere(old), await isThere(recent)]).toEqual([false, true]);
});

test('upload slots go a day after they expired; until then they hold what was not ingested', async () => {
  const [old, waiting, taken] = [await blob(50), await blob(50), await blob(50)];
  await slot(25, 'uploaded', old);
  const kept = [await slot(23, 'uploaded', waiting), await slot(-1, 'ingested', taken)];
  await sweeper.sweep(now);
  expect(await idsIn('upload_slots')).toEqual(kept);
  expect([await isThere(old), await isThere(waiting), await isThere(taken)]).toEqual([false, true, false]);
});

test('jobs go a day after they finished', async () => {
  await job(25);
  const kept = [await job(23), await job(null)];
  await sweeper.sweep(now);
  expect(await idsIn('jobs')).toEqual(kept);
});

test('answers go when they expire, sessions a day later', async () => {
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

test('blobs that nothing refers to go once they are a day old', async () => {
  const [young, old] = [await blob(23), await blob(25)];
  await sweeper.sweep(now);
  expect([await isThere(young), await isThere(old)]).toEqual([true, false]);
});

test('blobs of sources, tables and waiting jobs stay, however old', async () => {
  const [source, waiting] = [await blob(1000), await blob(1000)];
  await world.catalog.db
    .insertInto('sources')
    .values({
      id: newId('src'),
      workbook_id: workbook.workbookId,
      name: 'a.csv',
      filename: 'a.csv',
      blob_hash: source,
      size: 1,
      format: null,
      reader: null,
      mode: 'auto',
      status: 'registered',
      created_at: '',
      created_by: '',
    })
    .execute();
  await job(null, JSON.stringify({ file: { blob: { hash: waiting } } }));
  const table = await world.addTable(workbook.workbookId, 'kept', { n: 'BIGINT' }, ['1']);
  const segment = await world.catalog.db
    .selectFrom('table_segments')
    .select('blob_hash')
    .where('table_id', '=', table.id)
    .executeTakeFirstOrThrow();
  const path = await world.blobs.localPath(segment.blob_hash);
  await utimes(path, hoursAgo(1000), hoursAgo(1000));
  await sweeper.sweep(now);
  for (const hash of [source, waiting, segment.blob_hash]) expect(await isThere(hash)).toBe(true);
});

test('the blob of a job goes when the job is done and nothing else took it', async () => {
  const input = await blob(30);
  await job(1, JSON.stringify({ file: { blob: { hash: input } } }));
  await sweeper.sweep(now);
  expect(await isThere(input)).toBe(false);
});
