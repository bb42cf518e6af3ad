import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { change } from '../../catalog/change.js';
import { receiveFile } from '../../workbook/files/received-file.js';
import { pageOfRows } from '../../workbook/reading/page-of-rows.js';
import { sourceBytes } from '../../workbook/reading/source-files.js';
import { sweepBlobs } from '../../workbook/upkeep/sweep-blobs.js';
import { payerOf, spendCredits } from '../billing/spend.js';
import { describeCaller } from '../identity/describe-caller.js';
import { ingestFile } from '../ingest/ingest-file.js';
import type { SourcePlace } from '../places.js';
import { deleteRows } from '../tables/delete-rows.js';
import { upsertRows } from '../tables/upsert-rows.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { reviseSource } from './revise-source.js';

let world: InProcessService;
beforeAll(async () => {
  world = await InProcessService.start();
});
afterAll(() => world.dispose());

const receive = (content: string) =>
  receiveFile(world.service.data, Readable.from([Buffer.from(content)]), 'stock.csv');

/** A workbook with the source stock.csv. */
async function stock(content: string): Promise<SourcePlace> {
  const { service, caller } = world;
  const { id: workbookId } = await createWorkbook(service, caller, { title: 'Test' }, {});
  const file = await receive(content);
  await ingestFile(service, caller, { workbookId, file, mode: 'auto', structuring: 'skip' }, {});
  return { workbookId, source: 'stock.csv' };
}

async function revise(place: SourcePlace, content: string) {
  return await reviseSource(world.service, world.caller, place, { file: await receive(content) }, {});
}

async function rowsOf(workbookId: string, version?: number) {
  const { data } = world.service;
  const table = await data.as(world.caller).table(workbookId, 'stock', version);
  const { page } = await pageOfRows(data, table, { limit: 10, format: 'json' });
  return (JSON.parse(page as string) as Record<string, unknown>[]).map((row) => Object.values(row).join(' '));
}

test('a source of a governed workbook cannot be revised', async () => {
  const place = await stock('k,v\na,1\n');
  const { db } = world.service.catalog;
  const policy = { workbook_id: place.workbookId, tag: 'pii', role: '*', effect: 'mask' as const };
  await db.insertInto('policies').values(policy).execute();
  await expect(revise(place, 'k,v\na,2\n')).rejects.toMatchObject({ slug: 'governed-workbook', status: 403 });
  expect(await rowsOf(place.workbookId)).toEqual(['a 1 1']);
});

test('blobs of earlier revisions are never swept', async () => {
  const place = await stock('k,v\na,1\nb,2\n');
  const { service, caller } = world;
  const rows = [{ __svc_row_id: 2, v: 20 }];
  const { workbookId } = place;
  await upsertRows(service, caller, { workbookId, table: 'stock' }, { rows, expectedVersion: null }, {});
  await revise(place, 'k,v\na,10\nb,2\n');
  for (const days of [2, 10, 20])
    await sweepBlobs(service.data, { now: new Date(Date.now() + days * 24 * 3_600_000), graceDays: 7 });
  const revisions = await service.catalog.db
    .selectFrom('source_revisions')
    .innerJoin('sources', 'sources.id', 'source_revisions.source_id')
    .select(['source_revisions.blob_hash as hash', 'source_revisions.size', 'source_revisions.filename'])
    .where('workbook_id', '=', workbookId)
    .orderBy('revision')
    .execute();
  const bytes = revisions.map(async ({ filename, ...blob }) =>
    text(await sourceBytes(service.data.as(caller), workbookId, { filename, blob })),
  );
  expect(await Promise.all(bytes)).toEqual(['k,v\na,1\nb,2\n', 'k,v\na,10\nb,2\n']);
  expect(await rowsOf(workbookId, 1)).toEqual(['a 1 1', 'b 2 2']);
  await revise(place, 'k,v\na,100\nb,2\n');
  expect(await rowsOf(workbookId)).toEqual(['a 100 1', 'b 20 2']);
});

test('an edit made while a revision is computed is merged too', async () => {
  const place = await stock('k,v,w\na,1,x\nb,2,y\n');
  const { service, caller } = world;
  const { workbookId } = place;
  const [revised] = await Promise.all([
    revise(place, 'k,v,w\na,10,x\nb,2,y\n'),
    upsertRows(
      service,
      caller,
      { workbookId, table: 'stock' },
      {
        rows: [{ __svc_row_id: 1, w: 'edited' }],
        expectedVersion: null,
      },
      {},
    ),
  ]);
  expect(revised.revised).toMatchObject([{ counts: { updated: 1 } }]);
  expect(await rowsOf(workbookId)).toEqual(['a 10 edited 1', 'b 2 y 2']);
});

test('of two revisions at once, one is merged into what the other left', async () => {
  const place = await stock('k,v\na,1\nb,2\n');
  const revised = await Promise.all([revise(place, 'k,v\na,10\nb,2\n'), revise(place, 'k,v\na,20\nb,2\n')]);
  expect(revised.map(({ revision }) => revision).sort()).toEqual([2, 3]);
  const last = revised[0].revision === 3 ? 10 : 20;
  expect(await rowsOf(place.workbookId)).toEqual([`a ${last} 1`, 'b 2 2']);
});

test('a revision of more rows than the log names has correct counts and row ids', async () => {
  const csv = (from: number, to: number, value: string) =>
    `k,v\n${Array.from({ length: to - from }, (_, i) => `k${from + i},${value}`).join('\n')}\n`;
  const place = await stock(csv(0, 15_000, 'old'));
  const { service, caller } = world;
  const { workbookId } = place;
  const { revised } = await revise(place, csv(5000, 20_000, 'new'));
  expect(revised).toMatchObject([
    {
      table: { row_count: 15_000, next_row_id: 20_001 },
      counts: { inserted: 5000, updated: 10_000, deleted: 5000, unchanged: 0 },
    },
  ]);
  expect((await rowsOf(workbookId)).at(0)).toBe('k5000 new 5001');
  const gone = { rowIds: [5000], expectedVersion: null };
  await expect(deleteRows(service, caller, { workbookId, table: 'stock' }, gone, {})).rejects.toMatchObject({
    slug: 'invalid-request',
  });
  const added = { rows: [{ k: 'next' }], expectedVersion: null };
  expect((await upsertRows(service, caller, { workbookId, table: 'stock' }, added, {})).rowIds).toEqual([
    20_001,
  ]);
});

test.each([
  ['is structured', { structuring: 'auto', spent: 0, cost: 1 }],
  ['was not to be structured', { structuring: 'skip', spent: 0, cost: 0 }],
  ['can no longer be paid for', { structuring: 'auto', spent: 999, cost: 0 }],
] as const)('a new version of a plain list that %s costs what its upload does', async (_, expected) => {
  const host = await InProcessService.start(undefined, { SVC_METERING: 'true' });
  onTestFinished(() => host.dispose());
  const { service, caller } = host;
  const { id: workbookId } = await createWorkbook(service, caller, { title: 'Test' }, {});
  const received = (content: string) =>
    receiveFile(service.data, Readable.from([Buffer.from(content)]), 'stock.csv');
  const left = async () => (await describeCaller(service, caller)).credits[0]?.left ?? 0;
  const accountId = await payerOf(service.catalog.db, workbookId);
  const before = { kind: 'review', subject: 'before', credits: expected.spent, metered: true } as const;
  await change(service.catalog, caller, async (c) => {
    if (expected.spent > 0) await spendCredits(c, { ...before, accountId, workbookId });
    await c.audit({ chain: workbookId, action: 'workbook.updated' });
  });
  const request = { workbookId, mode: 'auto', structuring: expected.structuring } as const;
  const uploadCost = expected.structuring === 'auto' ? 1 : 0;
  const atFirst = await left();
  await ingestFile(service, caller, { ...request, file: await received('k,v\na,1\nb,2\n') }, {});
  expect(atFirst - (await left())).toBe(uploadCost);

  const afterUpload = await left();
  const place = { workbookId, source: 'stock.csv' };
  const revised = await reviseSource(service, caller, place, { file: await received('k,v\na,1\nb,3\n') }, {});
  expect(revised).toMatchObject({ revision: 2, tables: [{ name: 'stock', edit_version: 2 }] });
  expect(afterUpload - (await left())).toBe(expected.cost);
});
