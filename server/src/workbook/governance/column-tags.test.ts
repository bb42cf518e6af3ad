import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newWorkbook } from '../../../test-support/catalog.js';
import { openWorkbookData, type TestData } from '../../../test-support/workbook-data.js';
import { ROWS } from '../../catalog/lineage.js';
import { TagReader } from './column-tags.js';

let world: TestData;
let people: string;
let report: string;
beforeAll(async () => {
  world = await openWorkbookData(await mkdtemp(join(tmpdir(), 'tags-')));
});
afterAll(() => world.close());

beforeEach(async () => {
  const { workbookId } = await newWorkbook(world.catalog);
  const columns = { name: 'VARCHAR', salary: 'BIGINT' } as const;
  people = (await world.addTable(workbookId, 'people', columns, ["'Ann', 1"])).id;
  report = (await world.addTable(workbookId, 'report', columns, ["'Ann', 1"])).id;
});

async function follows(tableId: string, columnId: string, from: [string, string], version = 1) {
  const [inputTableId, inputColumnId] = from;
  const edges = JSON.stringify([{ columnId, inputTableId, inputColumnId, exact: true }]);
  await world.catalog.db.insertInto('table_lineage').values({ table_id: tableId, version, edges }).execute();
}

const tag = (tableId: string, columnId: string, name: string) =>
  world.catalog.db
    .insertInto('column_tags')
    .values({ table_id: tableId, column_id: columnId, tag: name })
    .execute();

const tagsOf = async (tableId: string, version?: number) =>
  Object.fromEntries(
    [...(await new TagReader(world.catalog.db).tagsOf(tableId, version))].map(([id, tags]) => [
      id,
      Object.fromEntries(tags),
    ]),
  );

test('a tag is returned with every column that it comes from', async () => {
  await tag(people, 'c2', 'pay');
  await tag(report, 'c1', 'pay');
  await follows(report, 'c1', [people, 'c2']);
  expect(await tagsOf(report)).toEqual({
    c1: {
      pay: [
        { tableId: report, columnId: 'c1' },
        { tableId: people, columnId: 'c2' },
      ],
    },
  });
});

test('a version has the tags of the columns that it was computed from', async () => {
  await tag(people, 'c2', 'pay');
  await follows(report, 'c1', [people, 'c2'], 1);
  await follows(report, 'c1', [people, 'c1'], 2);
  expect(Object.keys(await tagsOf(report, 1))).toEqual(['c1']);
  expect(await tagsOf(report, 2)).toEqual({});
});

test('all versions up to one have the tags of all columns that they were computed from', async () => {
  await tag(people, 'c2', 'pay');
  await follows(report, 'c1', [people, 'c2'], 1);
  await follows(report, 'c1', [people, 'c1'], 2);
  const reader = new TagReader(world.catalog.db);
  expect([...(await reader.tagsUpTo(report, 2)).keys()]).toEqual(['c1']);
  expect([...(await reader.tagsOf(report, 2)).keys()]).toEqual([]);
});

test('cycles through old versions and deleted inputs are handled', async () => {
  await tag(people, 'c2', 'pay');
  await follows(report, 'c2', [people, 'c2']);
  await follows(people, 'c1', [report, 'c2']);
  expect(Object.keys(await tagsOf(people))).toEqual(['c2', 'c1']);
  await follows(report, 'c1', ['art_gone', 'c1'], 2);
  expect(await tagsOf(report)).toEqual({});
});

test('a raw sheet and the tables structured from it share their tags, column by column', async () => {
  const { db } = world.catalog;
  const origin = { sheet: 'S', headerRow: 1, columns: { c1: 0, c2: 1 }, rowRuns: [] };
  await db
    .insertInto('table_origins')
    .values({ table_id: people, origin: JSON.stringify(origin) })
    .execute();
  const made = { raw_table_id: people, spec_version: null, provenance_hash: 'none' };
  const sheetColumns = JSON.stringify({ c1: [0], c2: [1] });
  await db
    .insertInto('structured_tables')
    .values({ ...made, table_id: report, role: 'table', sheet_columns: sheetColumns })
    .execute();
  const origins = [{ tableId: report, columnId: 'c2' }];
  await tag(report, 'c2', 'pay');
  expect(await tagsOf(people)).toEqual({ c2: { pay: origins } });
  await tag(people, 'c1', 'pii');
  expect(await tagsOf(report)).toEqual({
    c1: { pii: [{ tableId: people, columnId: 'c1' }] },
    c2: { pay: origins },
  });
});

test('influence leads from a column to the rows that it selected, and on from rows to rows', async () => {
  const { workbookId } = await newWorkbook(world.catalog);
  const counted = (await world.addTable(workbookId, 'counted', { n: 'BIGINT' }, ['1'])).id;
  await tag(people, 'c2', 'pay');
  await follows(report, ROWS, [people, 'c2']);
  await follows(counted, ROWS, [report, ROWS]);
  const pay = [{ tableId: people, columnId: 'c2' }];
  expect(await tagsOf(report)).toEqual({ [ROWS]: { pay } });
  expect(await tagsOf(counted)).toEqual({ [ROWS]: { pay } });
});
