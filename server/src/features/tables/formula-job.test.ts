import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { patience } from '../../../test-support/patience.js';
import type { JobRecord } from '../../catalog/job-records.js';
import type { BaseRole } from '../../core/scopes.js';
import { storesOf } from '../../workbook/stores.js';
import { rowStates } from '../../workbook/ungoverned/row-states.js';
import type { Caller } from '../caller.js';
import { setPolicy } from '../governance/set-policy.js';
import { tagColumn } from '../governance/tag-column.js';
import { getJob } from '../jobs/read-jobs.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { createTable } from './create-table.js';
import { setFormula } from './set-formula.js';
import { upsertRows } from './upsert-rows.js';

let host: InProcessService;
let owner: Caller;
let workbookId: string;

/** A table `orders` with one row at version 2; every formula on it is computed by a job. */
beforeEach(async () => {
  host = await InProcessService.start(undefined, { SVC_FORMULA_REQUEST_CELLS: '0' });
  owner = host.caller;
  workbookId = (await createWorkbook(host.service, owner, { title: 'orders' }, {})).id;
  const columns = [{ name: 'qty', type: 'BIGINT' }];
  await createTable(host.service, owner, workbookId, { name: 'orders', columns }, {});
  await addRow();
});
afterEach(() => host.dispose());

const addRow = () =>
  upsertRows(
    host.service,
    owner,
    { workbookId, table: 'orders' },
    { rows: [{ qty: 1 }], expectedVersion: null },
    {},
  );

async function queued(expectedVersion: number | null, caller = owner): Promise<JobRecord> {
  const input = { column: 'total', formula: '=[qty]*2', expectedVersion };
  return (await setFormula(host.service, caller, { workbookId, table: 'orders' }, input, {})) as JobRecord;
}

const finished = (id: string) =>
  vi.waitFor(
    async () => {
      const job = await getJob(host.service, owner, id);
      expect(job.finished_at).not.toBeNull();
      return { ...job, result: JSON.parse(job.result ?? 'null') };
    },
    { timeout: patience(120_000) },
  );

/** Commits another edit while the formula is computed for the first time. */
function editMeanwhile() {
  const { fileWorkers } = storesOf(host.service.data);
  const compute = fileWorkers.computeSegment.bind(fileWorkers);
  vi.spyOn(fileWorkers, 'computeSegment').mockImplementationOnce(async (...given) => {
    await addRow();
    await compute(...given);
  });
}

const version = async () => (await host.service.data.as(owner).table(workbookId, 'orders')).version;

test('the job fails if the table changes meanwhile, and says what to do', async () => {
  editMeanwhile();
  const job = await finished((await queued(2)).id);
  expect(job).toMatchObject({ status: 'failed', result: null });
  expect(job.error).toMatch(/version 3, not 2.*Send the formula again/);
  expect(await version()).toBe(3);
});

test('without an expected version the formula is computed again instead', async () => {
  editMeanwhile();
  const job = await finished((await queued(null)).id);
  expect(job).toMatchObject({ status: 'succeeded', result: { table: { version: 4 } } });
  const states = await rowStates(host.service.data, {
    workbookId,
    tableId: (await host.service.data.as(owner).table(workbookId, 'orders')).record.id,
    version: 4,
    rowIds: [1, 2],
  });
  expect([...states.values()].map((cells) => Object.values(cells))).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

test('the progress of the job follows the computed rows', async () => {
  const { fileWorkers } = storesOf(host.service.data);
  const compute = fileWorkers.computeSegment.bind(fileWorkers);
  const seen: unknown[] = [];
  vi.spyOn(fileWorkers, 'computeSegment').mockImplementationOnce(async (...given) => {
    const progress = async () => JSON.parse((await getJob(host.service, owner, id)).progress ?? 'null');
    seen.push(await progress());
    await compute(...given);
    const computing = async () => ((await progress()).stage === 'computing' ? progress() : null);
    seen.push(await vi.waitUntil(computing, patience(120_000)));
  });
  const { id } = await queued(2);
  await finished(id);
  expect(seen).toEqual([
    { stage: 'reading', percent: 5 },
    { stage: 'computing', percent: 90 },
  ]);
});

test('a job whose process died is done once by the next process', async () => {
  await host.service.jobs.stop();
  const { id } = await queued(2);
  await host.service.catalog.db
    .updateTable('jobs')
    .set({ status: 'running', attempts: 1, lease_owner: 'gone', lease_until: '9999-01-01T00:00:00.000Z' })
    .where('id', '=', id)
    .execute();
  await host.restart();
  expect(await finished(id)).toMatchObject({ status: 'succeeded', attempts: 2 });
  expect(await version()).toBe(3);
  const events = await host.service.catalog.db
    .selectFrom('outbox')
    .select('data')
    .where('kind', '=', 'job.completed')
    .execute();
  expect(events.map(({ data }) => JSON.parse(data))).toEqual([
    { job_id: id, kind: 'table.formula', status: 'succeeded' },
  ]);
});

const setRole = (member: Caller, role: BaseRole) =>
  host.service.catalog.db
    .updateTable('workspace_members')
    .set({ base_role: role })
    .where('user_id', '=', member.userId)
    .execute();

test('a job whose user lost the right to write changes nothing', async () => {
  const member = await host.member(workbookId, 'editor');
  await host.service.jobs.stop();
  const { id } = await queued(2, member);
  await setRole(member, 'viewer');
  await host.restart();
  expect(await finished(id)).toMatchObject({ status: 'failed' });
  expect(await version()).toBe(2);
});

test('a reader of the job sees only columns that the policies allow', async () => {
  const { id } = await queued(2);
  await finished(id);
  const place = { workbookId, table: 'orders', column: 'qty' };
  await tagColumn(host.service, owner, place, { tag: 'secret' }, {});
  await setPolicy(host.service, owner, workbookId, { tag: 'secret', role: '*', effect: 'deny' }, {});
  await setPolicy(host.service, owner, workbookId, { tag: 'secret', role: 'admin', effect: 'allow' }, {});
  const columnsOf = async (reader: Caller) =>
    JSON.parse((await getJob(host.service, reader, id)).result ?? '').table.columns.length;
  expect(await columnsOf(owner)).toBe(2);
  expect(await columnsOf(await host.member(workbookId, 'viewer'))).toBe(0);
});
