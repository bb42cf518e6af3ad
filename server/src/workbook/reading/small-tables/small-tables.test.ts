import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addMember, author, newWorkbook } from '../../../../test-support/catalog.js';
import { openWorkbookData, type TestData } from '../../../../test-support/workbook-data.js';
import { change } from '../../../catalog/change.js';
import type { ReadableTable } from '../../governance/governed-tables.js';
import { type Stores, storesOf } from '../../stores.js';
import { appendVersion } from '../../writing/write-tables.js';
import type { SmallTable } from './small-table.js';
import { SmallTables } from './small-tables.js';

let world: TestData;
let stores: Stores;
let tables: SmallTables;
let workbookId: string;
let userId: string;
beforeAll(async () => {
  world = await openWorkbookData(await mkdtemp(join(tmpdir(), 'small-tables-')));
  stores = storesOf(world.data);
});
afterAll(() => world.close());
beforeEach(async () => {
  const workbook = await newWorkbook(world.catalog);
  workbookId = workbook.workbookId;
  userId = await addMember(world.catalog, workbook.workspaceId, 'admin');
  tables = new SmallTables({ memoryMb: 1 });
});
afterEach(() => tables.close());

async function addTable(name: string, rows = ['1', '2', '3']): Promise<void> {
  await world.addTable(workbookId, name, { n: 'BIGINT' }, rows);
}

const at = async (name: string, version?: number) =>
  (await world.data.as({ userId }).table(workbookId, name, version)) as ReadableTable;

const numbers = (table: SmallTable) => {
  const cells = table.cellsOf({ id: 'c1', type: 'BIGINT' });
  return Array.from({ length: table.rowCount }, (_, row) => cells?.valueAt(row));
};
const read = (table: ReadableTable) => tables.read(stores, table, numbers);

async function loaded(name: string): Promise<ReadableTable> {
  const table = await at(name);
  await vi.waitFor(async () => expect(await read(table)).toBeDefined(), 20_000);
  return table;
}

async function edit({ record }: ReadableTable, ...updates: { rowId: number; n: number }[]): Promise<void> {
  await change(world.catalog, author, (c) =>
    appendVersion(c, {
      workbookId,
      tableId: record.id,
      expectedVersion: null,
      opKind: 'rows.upsert',
      operation: { operation: 'updateWorkbook', input: {} },
      rows: updates.map(({ rowId, n }) => ({ kind: 'update', rowId, after: { c1: n } })),
    }),
  );
}

test('a table is left to the engine until it was read again', async () => {
  await addTable('numbers');
  expect(await read(await at('numbers'))).toBeUndefined();
  await loaded('numbers');
});

test('it follows edits; whoever still reads an earlier version is left to the engine', async () => {
  await addTable('numbers');
  const first = await loaded('numbers');
  await edit(first, { rowId: 2, n: 20 });
  const second = await at('numbers');
  await edit(first, { rowId: 3, n: 30 });
  const third = await at('numbers');
  const answers = await Promise.all([third, second, first, third].map(read));
  expect(answers[0]).toEqual([1, 20, 30]);
  expect(answers[3]).toEqual([1, 20, 30]);
  for (const [answer, right] of [
    [answers[1], [1, 20, 3]],
    [answers[2], [1, 2, 3]],
  ])
    expect([undefined, right]).toContainEqual(answer);
  expect(await read(await at('numbers', 2))).toBeUndefined();
});

test('after more edits than it follows at once it is loaded again', async () => {
  const rows = Array.from({ length: 2500 }, (_, i) => String(i));
  await addTable('numbers', rows);
  const table = await loaded('numbers');
  await edit(table, ...rows.map((_, i) => ({ rowId: i + 1, n: 7 })));
  expect(await read(await at('numbers'))).toBeUndefined();
  await loaded('numbers');
  expect(await read(await at('numbers'))).toEqual(rows.map(() => 7));
});

test('the table that was read longest ago gives way', async () => {
  const rows = Array.from({ length: 25_000 }, (_, i) => String(i));
  await addTable('one', rows);
  await addTable('two', rows);
  await addTable('three', rows);
  await loaded('one');
  await loaded('two');
  expect(await read(await at('one'))).toBeDefined();
  await loaded('three');
  expect(await read(await at('two'))).toBeUndefined();
  expect(await read(await at('one'))).toBeDefined();
});

test('a table that nobody reads is forgotten', async () => {
  tables.close();
  tables = new SmallTables({ memoryMb: 1, idleMs: 500 });
  await addTable('numbers');
  const table = await loaded('numbers');
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(await read(table)).toBeUndefined();
});

test('a table of a deleted workbook is forgotten', async () => {
  await addTable('numbers');
  const table = await loaded('numbers');
  tables.forget(workbookId);
  expect(await read(table)).toBeUndefined();
});

test('without memory everything is left to the engine', async () => {
  tables.close();
  tables = new SmallTables({ memoryMb: 0 });
  await addTable('numbers');
  for (let page = 0; page < 5; page += 1) expect(await read(await at('numbers'))).toBeUndefined();
});
