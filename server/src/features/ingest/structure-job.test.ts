import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { change } from '../../catalog/change.js';
import { receiveFile } from '../../workbook/files/received-file.js';
import { planOf } from '../billing/account-plan.js';
import { payerOf, spendCredits } from '../billing/spend.js';
import { getJob } from '../jobs/read-jobs.js';
import { finishJobOnCommit } from '../queue/queue-job.js';
import { tablesOfSource } from '../sources/sources.js';
import { createTable } from '../tables/create-table.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { ingestFile } from './ingest-file.js';
import type { IngestRequest } from './ingest-request.js';
import { runStructureJob } from './structure-job.js';

let host: InProcessService;
beforeAll(async () => {
  host = await InProcessService.start(undefined, { SVC_METERING: 'true' });
  // The tests run the jobs themselves.
  await host.service.jobs.stop();
});
afterAll(() => host.dispose());

const REPORT = 'Sales by region,,\n,,\nRegion,2024,2025\nNorth,10,12\nSouth,20,21\nEast,4,5\nTotal,34,38\n';

async function ingest(structuring: IngestRequest['structuring'], content = REPORT) {
  const { service, caller } = host;
  const { id: workbookId } = await createWorkbook(service, caller, { title: 'Test' }, {});
  const file = await receiveFile(service.data, Readable.from([Buffer.from(content)]), 'sales.csv');
  return await ingestFile(service, caller, { workbookId, file, mode: 'auto', structuring }, {});
}

/** Takes a job out of the queue and runs it here. */
async function runJob(id: string) {
  const { service, caller } = host;
  await service.catalog.db.updateTable('jobs').set({ status: 'running' }).where('id', '=', id).execute();
  const job = await getJob(service, caller, id);
  await runStructureJob(service, job, finishJobOnCommit(job));
  return JSON.parse((await getJob(service, caller, id)).result ?? 'null');
}

/** Spends all credits but so many. */
async function spendAllBut(kept: number, workbookId: string): Promise<void> {
  const { service, caller } = host;
  const accountId = await payerOf(service.catalog.db, workbookId);
  const [monthly] = (await planOf(service, accountId)).credits;
  const credits = (monthly?.left ?? 0) - kept;
  const everything = { kind: 'review', subject: `all but ${kept}`, credits, metered: true } as const;
  await change(service.catalog, caller, async (c) => {
    await spendCredits(c, { ...everything, accountId, workbookId });
    await c.audit({ chain: workbookId, action: 'workbook.updated' });
  });
}

test('a raw sheet from which a table was derived meanwhile stays active', async () => {
  const { service, caller } = host;
  const { source, tables, jobId } = await ingest('defer');
  const columns = [{ name: 'x', type: 'BIGINT' }];
  const { id } = await createTable(service, caller, source.workbook_id, { name: 'derived', columns }, {});
  const input = { table_id: id, input_id: tables[0]?.id ?? '' };
  await service.catalog.db.insertInto('table_inputs').values(input).execute();
  expect((await runJob(jobId ?? '')).skipped).toMatch(/derived/);
  const existing = await tablesOfSource(service.catalog.db, source.id);
  expect(existing.map(({ name, state }) => [name, state])).toEqual([['sales', 'active']]);
});

test('of two jobs with credits for one, the later leaves the raw sheets active', async () => {
  const deferred = [
    await ingest('defer', `${REPORT}West,1,2\n`),
    await ingest('defer', `${REPORT}West,3,4\n`),
  ];
  await spendAllBut(1, deferred[0]?.source.workbook_id ?? '');
  const promoted = await Promise.all(deferred.map(({ jobId }) => runJob(jobId ?? '')));
  expect(promoted.map(({ skipped }) => skipped).sort()).toEqual(['no_credits', null]);
});

test('without credits raw sheets land, and the answer says so', async () => {
  const { source } = await ingest('skip');
  await spendAllBut(0, source.workbook_id);
  const content = `${REPORT}West,5,6\n`;
  const fallback = await ingest('auto', content);
  expect([fallback.structuring, fallback.structuringReason]).toEqual(['raw_fallback', 'no_credits']);
  expect(fallback.tables.map(({ name, state }) => [name, state])).toEqual([['sales', 'active']]);
});
