import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CellValue } from '@workbook-data-service/sheets/values';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { author, checkChain, newWorkbook } from '../../../test-support/catalog.js';
import { describeEachDatabase, type FreshDatabase } from '../../../test-support/databases.js';
import type { Catalog } from '../../catalog/catalog.js';
import { change } from '../../catalog/change.js';
import { openCatalog } from '../../catalog/open-catalog.js';
import { editsBetween } from '../../catalog/row-edits.js';
import { segmentAt } from '../../catalog/segments.js';
import { columnsAt, findTable, rowCountAt } from '../../catalog/tables.js';
import { appendVersion, insertTable, type RowChange } from './write-tables.js';

const insertions = (count: number): RowChange[] =>
  Array.from({ length: count }, (_, n) => ({ kind: 'insert', after: { c1: n } }));

describeEachDatabase('writing tables', (database) => {
  let fresh: FreshDatabase;
  let catalog: Catalog;
  beforeAll(async () => {
    fresh = await database.fresh();
    catalog = await openCatalog(fresh);
  });
  afterAll(() => catalog.close());

  /** A table of three rows at version 1. */
  async function newTable() {
    const { workbookId } = await newWorkbook(catalog);
    const table = await change(catalog, author, async (c) => {
      const opId = await c.op({
        workbookId,
        kind: 'workbook.update',
        operation: { operation: 'updateWorkbook', input: {} },
      });
      await c.audit({ chain: workbookId, action: 'workbook.updated' });
      return await insertTable(c, {
        workbookId,
        opId,
        name: 'Ärzte',
        kind: 'base',
        columns: [{ id: 'c1', name: 'n', originalName: null, type: 'BIGINT', description: null }],
        rowCount: 3,
        segment: { hash: 'a'.repeat(64), size: 10 },
      });
    });
    return { workbookId, tableId: table.id };
  }

  type Place = Awaited<ReturnType<typeof newTable>>;
  const write = (place: Place, expectedVersion: number | null, rows: RowChange[]) =>
    change(catalog, author, (c) =>
      appendVersion(c, {
        ...place,
        expectedVersion,
        opKind: 'rows.upsert',
        operation: { operation: 'updateWorkbook', input: {} },
        rows,
      }),
    );

  async function logOf(tableId: string) {
    const { edit_version, row_count, next_row_id } = await catalog.db
      .selectFrom('tables')
      .selectAll()
      .where('id', '=', tableId)
      .executeTakeFirstOrThrow();
    const log = await catalog.db
      .selectFrom('table_versions')
      .select(['version', 'op_id', 'row_count'])
      .where('table_id', '=', tableId)
      .orderBy('version')
      .execute();
    return { edit_version, row_count, next_row_id, log };
  }

  test('a new table has version 1: its columns, its segment and its rows', async () => {
    const { workbookId, tableId } = await newTable();
    expect(await findTable(catalog.db, workbookId, 'ÄRZTE')).toMatchObject({ id: tableId, edit_version: 1 });
    expect(await columnsAt(catalog.db, tableId, 1)).toMatchObject([{ id: 'c1', name: 'n' }]);
    expect(await segmentAt(catalog.db, tableId, 1)).toMatchObject({ version: 1, stored: { size: 10 } });
    expect(await logOf(tableId)).toMatchObject({
      next_row_id: 4,
      log: [{ version: 1, op_id: 1, row_count: 3 }],
    });
  });

  test('an edit appends one version with its changes', async () => {
    const table = await newTable();
    const { tableId } = table;
    const made = await write(table, 1, [
      { kind: 'update', rowId: 1, after: { c1: '9007199254740993' } },
      { kind: 'delete', rowId: 2 },
      ...insertions(2),
    ]);
    expect(made).toMatchObject({ version: 2, opId: 2 });
    expect(await logOf(tableId)).toMatchObject({ edit_version: 2, row_count: 4, next_row_id: 6 });
    expect(await editsBetween(catalog.db, tableId, 1, 2)).toMatchObject([
      { rowId: 1, kind: 'update', after: { c1: '9007199254740993' } },
      { rowId: 2, kind: 'delete', after: null },
      { rowId: 4, kind: 'insert', after: { c1: 0 } },
      { rowId: 5, kind: 'insert', after: { c1: 1 } },
    ]);
  });

  test('of many writers on one version exactly one succeeds', async () => {
    const table = await newTable();
    const { workbookId, tableId } = table;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => write(table, 1, insertions(1))),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(outcomes.length - refused.length).toBe(1);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ slug: 'version-conflict', members: { current_version: 2 } });
    expect(await logOf(tableId)).toMatchObject({ edit_version: 2, row_count: 4, next_row_id: 5 });
    expect(await checkChain(catalog, workbookId)).toEqual({ valid: true, length: 2 });
  });

  test('writers that expect no version all succeed, with contiguous versions and distinct rows', async () => {
    const table = await newTable();
    const { tableId } = table;
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, n) => write(table, null, insertions(1 + (n % 3)))),
    );
    const rowIds = made.flatMap(({ rowIds }) => rowIds);
    expect(new Set(rowIds).size).toBe(rowIds.length);
    const { edit_version, row_count, next_row_id, log } = await logOf(tableId);
    expect(log.map(({ version }) => version)).toEqual(Array.from({ length: 21 }, (_, i) => i + 1));
    expect(log.map(({ op_id }) => op_id)).toEqual(log.map(({ version }) => version));
    expect({ edit_version, row_count, next_row_id }).toEqual({
      edit_version: 21,
      row_count: 3 + rowIds.length,
      next_row_id: 4 + rowIds.length,
    });
  });

  test('the id of a deleted row is never reused', async () => {
    const table = await newTable();
    const { tableId } = table;
    const { rowIds } = await write(table, 1, insertions(2));
    await write(
      table,
      2,
      [3, ...rowIds].map((rowId) => ({ kind: 'delete', rowId })),
    );
    expect((await write(table, 3, insertions(1))).rowIds).toEqual([6]);
    const counts = await Promise.all([1, 2, 3, 4].map((version) => rowCountAt(catalog.db, tableId, version)));
    expect(counts).toEqual([3, 5, 2, 3]);
  });

  test('an edit that fails leaves its version to the next', async () => {
    const table = await newTable();
    const twice: RowChange[] = [1, 1].map((rowId) => ({ kind: 'delete', rowId }));
    await expect(write(table, 1, twice)).rejects.toThrow();
    expect(await write(table, 1, insertions(1))).toEqual({ version: 2, opId: 2, rowIds: [4], stale: [] });
  });

  test('an edit of thousands of rows is one version', async () => {
    const table = await newTable();
    const { tableId } = table;
    expect((await write(table, 1, insertions(3000))).rowIds).toHaveLength(3000);
    expect(await editsBetween(catalog.db, tableId, 1, 2)).toHaveLength(3000);
  });

  test.each([
    { nul: 'without U+0000', more: [] },
    { nul: 'with U+0000', more: ['\u0000'] },
  ])('many edits of all kinds are stored as they are, $nul', async ({ more }) => {
    const table = await newTable();
    const texts = ['null', '"\\u0041\\\n', 'é🙈', '{"1":2}', ''];
    const values: CellValue[] = [...texts, 1e21, -0.1, true, null, [{ 'a"b': [] }], ...more];
    await write(table, 1, [
      { kind: 'delete', rowId: 2 },
      ...values.map((value): RowChange => ({ kind: 'insert', after: { c1: value } })),
      { kind: 'update', rowId: 1, after: { c1: 'null' } },
    ]);
    expect(await editsBetween(catalog.db, table.tableId, 1, 2)).toEqual([
      { version: 2, rowId: 1, kind: 'update', after: { c1: 'null' } },
      { version: 2, rowId: 2, kind: 'delete', after: null },
      ...values.map((value, i) => ({ version: 2, rowId: 4 + i, kind: 'insert', after: { c1: value } })),
    ]);
    await expect(write(table, 2, [{ kind: 'delete', rowId: 2 }])).rejects.toThrow('there is no row 2');
  });

  test('a deleted table is not found', async () => {
    await expect(
      write({ ...(await newTable()), tableId: 'art_none' }, 1, insertions(1)),
    ).rejects.toMatchObject({ slug: 'not-found' });
  });

  test.runIf(database.kind === 'postgres')('two processes lose no acknowledged write', async () => {
    const table = await newTable();
    const { workbookId, tableId } = table;
    const writers = await Promise.all([startWriter(fresh, table), startWriter(fresh, table)]);
    const acknowledged = await Promise.all(writers.map((writer) => writer.finish()));
    const versions = acknowledged.flat().sort((a, b) => a - b);
    expect(versions).toEqual(versions.map((_, i) => i + 2));
    const { edit_version, log } = await logOf(tableId);
    expect(edit_version).toBe(1 + versions.length);
    expect(log.map(({ version }) => version)).toEqual([1, ...versions]);
    expect(await checkChain(catalog, workbookId)).toEqual({ valid: true, length: edit_version });
  });
});

async function startWriter(
  { databaseUrl, dataDir }: FreshDatabase,
  table: { workbookId: string; tableId: string },
) {
  const script = fileURLToPath(new URL('../../../test-support/writer.mjs', import.meta.url));
  // Without the conditions of the test runner, by which the other workspaces are their sources.
  const writer = fork(script, [JSON.stringify({ databaseUrl, dataDir, ...table, tries: 200 })], {
    execArgv: [],
  });
  await once(writer, 'message');
  return {
    async finish(): Promise<number[]> {
      writer.send('go');
      const [report] = (await once(writer, 'message')) as [{ acknowledged: number[] }];
      return report.acknowledged;
    },
  };
}
