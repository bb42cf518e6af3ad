import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InProcessService } from '../../../test-support/in-process-service.js';
import { receiveFile } from '../../workbook/files/received-file.js';
import { pageOfRows } from '../../workbook/reading/page-of-rows.js';
import type { CellOrigin } from '../../workbook/reading/provenance/trace-cells.js';
import type { Caller } from '../caller.js';
import { ingestFile } from '../ingest/ingest-file.js';
import { createTransform } from '../transforms/create-transform.js';
import { createWorkbook } from '../workbooks/workbooks.js';
import { rowProvenance } from './row-provenance.js';

let host: InProcessService;
let workbookId: string;
/** The owner sees everything; the viewer is denied salaries and sees emails masked. */
let owner: Caller;
let viewer: Caller;

const PEOPLE = 'name,email,salary\nAnn,ann@x.org,300\nBob,bob@x.org,100\nCid,cid@x.org,300\n';

beforeAll(async () => {
  host = await InProcessService.start();
  owner = host.caller;
  const { db } = host.service.catalog;
  workbookId = (await createWorkbook(host.service, owner, { title: 'pay' }, {})).id;
  viewer = await host.member(workbookId, 'viewer');

  const file = await receiveFile(host.service.data, Readable.from([Buffer.from(PEOPLE)]), 'people.csv');
  await ingestFile(host.service, owner, { workbookId, file, mode: 'auto', structuring: 'skip' }, {});
  const people = await host.service.data.as(owner).table(workbookId, 'people');
  const tagged = ['email', 'salary'].map((name) => ({
    table_id: people.record.id,
    column_id: people.columns.find((column) => column.name === name)?.id ?? '',
    tag: name,
  }));
  await db.insertInto('column_tags').values(tagged).execute();
  const rule = { workbook_id: workbookId, role: 'viewer' };
  await db
    .insertInto('policies')
    .values([
      { ...rule, tag: 'salary', effect: 'deny' },
      { ...rule, tag: 'email', effect: 'mask' },
    ])
    .execute();
});
afterAll(() => host.dispose());

let made = 0;

async function derive(code: string, input = 'people'): Promise<string> {
  made += 1;
  const output = `derived ${made}`;
  const definition = { name: output, kind: 'sql' as const, code, args: { t: input }, output, run: true };
  await createTransform(host.service, owner, workbookId, definition, {});
  return output;
}

/** The provenance of the row with this value in its first column: each column with its source cells. */
async function provenance(caller: Caller, table: string, value: unknown) {
  const whole = await host.service.data.as(owner).table(workbookId, table);
  const page = await pageOfRows(host.service.data, whole, { format: 'json', limit: 100 });
  const rows = JSON.parse(page.page as string) as Record<string, unknown>[];
  const row = rows.find((one) => String(one[whole.columns[0]?.name ?? '']) === String(value));
  const rowId = Number(row?.__svc_row_id);
  const { cells, inputs } = await rowProvenance(host.service, caller, { workbookId, table, rowId });
  const text = ({ from, derivation }: CellOrigin): string =>
    derivation
      ? derivation.cells.map((cell) => `${cell.column}@${cell.rowId}(${text(cell)})`).join(' ')
      : (from?.address ?? '-');
  return {
    cells: Object.fromEntries(cells.map((cell) => [cell.column, text(cell)])),
    rowIds: inputs?.map((input) => input.rowIds),
    all: JSON.stringify(cells),
  };
}

test('reveals nothing of cells computed from denied and masked columns', async () => {
  const output = await derive('select name, salary * 2 as twice, upper(email) as mail from {{ t }}');
  const mine = await provenance(owner, output, 'Bob');
  expect(mine.cells).toEqual({ name: 'name@2(A3)', twice: 'salary@2(C3)', mail: 'email@2(B3)' });
  const theirs = await provenance(viewer, output, 'Bob');
  expect(theirs.cells).toEqual({ name: 'name@2(A3)', mail: '-' });
  expect(theirs.all).not.toMatch(/bob@|C3|B3/);
});

test('reveals nothing through a chain of transforms', async () => {
  const first = await derive('select name, salary, email from {{ t }}');
  const second = await derive(
    'select max(name) as last, max(salary) as top, max(email) as mail from {{ t }}',
    first,
  );
  const theirs = await provenance(viewer, second, 'Cid');
  expect(Object.keys(theirs.cells)).toEqual(['last', 'mail']);
  expect(theirs.cells.last).toMatch(/^name@\d+\(name@\d\(A\d\)\) name/);
  expect(theirs.cells.mail).toBe('-');
  expect(theirs.all).not.toMatch(/@x.org|"[BC]\d"/);
});

test('does not reveal which rows were joined on a column masked for the caller', async () => {
  const output = await derive(
    'select a.name from {{ t }} a join {{ t }} b on a.email = b.email where a.name = $$Cid$$',
  );
  expect((await provenance(owner, output, 'Cid')).rowIds?.[0]).not.toBeNull();
  const theirs = await provenance(viewer, output, 'Cid');
  expect(theirs.rowIds).toEqual([null]);
  expect(Object.values(theirs.cells)[0]).toBe('name@null(-)');
});

test.each([
  'select max(name) as last, count(*) as n from {{ t }} group by salary',
  'select name from {{ t }} order by salary desc, name desc limit 1',
])('rows that a denied column groups or orders are withheld: %s', async (code) => {
  const output = await derive(code);
  expect((await provenance(owner, output, 'Cid')).rowIds?.[0]).not.toBeNull();
  await expect(provenance(viewer, output, 'Cid')).rejects.toMatchObject({
    slug: 'influenced-by-governed-column',
  });
});

test('does not name a column tagged later as an input of an older one', async () => {
  const output = await derive('select name as person, length(name) as letters from {{ t }}');
  const { db } = host.service.catalog;
  const people = await host.service.data.as(owner).table(workbookId, 'people');
  const tag = { table_id: people.record.id, column_id: people.columns[0]?.id ?? '', tag: 'salary' };
  await db.insertInto('column_tags').values(tag).execute();
  const whole = await provenance(owner, output, 'Ann');
  expect(whole.cells).toEqual({ person: 'name@1(A2)', letters: 'name@1(A2)' });
  expect((await provenance(viewer, output, 'Ann')).cells).toEqual({});
  await db.deleteFrom('column_tags').where('column_id', '=', tag.column_id).execute();
});
