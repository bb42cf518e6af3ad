import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { Problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import { readLineage } from '../lineage/read-lineage.js';
import { createTable } from '../tables/create-table.js';
import { upsertRows } from '../tables/upsert-rows.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { createTransform } from './create-transform.js';
import { planRun, runTransform } from './run-transform.js';

let host: InProcessService;
let workbookId: string;
let owner: Caller;
/** May not see the salary. */
let viewer: Caller;

beforeAll(async () => {
  host = await InProcessService.start();
  owner = host.caller;
  const { db } = host.service.catalog;
  workbookId = (await createWorkbook(host.service, owner, { title: 'pay' }, {})).id;
  viewer = await host.member(workbookId, 'viewer');

  const columns = [
    { name: 'name', type: 'VARCHAR' },
    { name: 'salary', type: 'BIGINT' },
  ];
  const people = await createTable(host.service, owner, workbookId, { name: 'people', columns }, {});
  const rows = [
    { name: 'Ann', salary: 300 },
    { name: 'Bob', salary: 100 },
  ];
  await upsertRows(host.service, owner, { workbookId, table: 'people' }, { rows, expectedVersion: null }, {});
  await db.insertInto('column_tags').values({ table_id: people.id, column_id: 'c2', tag: 'pay' }).execute();
  await db
    .insertInto('policies')
    .values({ workbook_id: workbookId, tag: 'pay', role: 'viewer', effect: 'deny' })
    .execute();
});
afterAll(() => host.dispose());

let made = 0;
beforeEach(() => {
  made += 1;
});

async function derive(caller: Caller, code: string, input = 'people'): Promise<string> {
  const output = `derived ${made} ${input}`;
  const definition = { name: output, kind: 'sql' as const, code, args: { t: input }, output, run: true };
  await createTransform(host.service, caller, workbookId, definition, {});
  return output;
}

async function columnsSeen(caller: Caller, table: string): Promise<string[]> {
  return (await host.service.data.as(caller).table(workbookId, table)).columns.map(({ name }) => name);
}

test('a column computed from a denied column is denied too, through any number of transforms', async () => {
  const first = await derive(owner, 'select name, salary * 2 as double, length(name) as n from {{ t }}');
  const second = await derive(owner, 'select max(double) as top, sum(n) as letters from {{ t }}', first);
  expect(await columnsSeen(owner, second)).toEqual(['top', 'letters']);
  expect(await columnsSeen(viewer, first)).toEqual(['name', 'n']);
  expect(await columnsSeen(viewer, second)).toEqual(['letters']);
});

test('a transform sees what its owner may see', async () => {
  await expect(derive(viewer, 'select salary from {{ t }}')).rejects.toBeInstanceOf(Problem);
  expect(await columnsSeen(owner, await derive(viewer, 'select * from {{ t }}'))).toEqual(['name']);
});

test('lineage does not reveal denied columns', async () => {
  const output = await derive(owner, 'select name, salary as pay from {{ t }}');
  const options = { table: output, columns: true };
  const all = await readLineage(host.service, owner, workbookId, options);
  const some = await readLineage(host.service, viewer, workbookId, options);
  const named = ({ columnLinks }: typeof all) =>
    columnLinks.map(({ from, to }) => `${from.column}>${to.column}`);
  expect(named(all)).toEqual(expect.arrayContaining(['name>name', 'salary>pay']));
  expect(named(some)).not.toContain('salary>pay');
});

test("a dry run of another's transform does not reveal denied columns", async () => {
  const place = { workbookId, transform: await derive(owner, 'select name, salary as pay from {{ t }}') };
  const { plan } = await planRun(host.service, viewer, place);
  expect(plan.columns.map(({ name }) => name)).toEqual(['name']);
  expect(plan.lineage.map(({ inputColumnId }) => inputColumnId)).toEqual(['c1']);
  expect((await planRun(host.service, owner, place)).plan.columns).toHaveLength(2);
});

test("an error in another's transform quotes no cell to a caller who may see less", async () => {
  const output = await derive(
    owner,
    "select case when salary > 300 then ('pay ' || salary)::bigint end as x from {{ t }}",
  );
  const rows = [{ name: 'Cid', salary: 987 }];
  await upsertRows(host.service, owner, { workbookId, table: 'people' }, { rows, expectedVersion: null }, {});
  const place = { workbookId, transform: output };
  await expect(runTransform(host.service, owner, place, {})).rejects.toThrow('pay 987');
  const error = await runTransform(host.service, viewer, place, {}).catch((caught: Problem) => caught);
  expect(JSON.stringify(error)).not.toContain('987');
});
