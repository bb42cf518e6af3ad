import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { literal } from '../../core/sql-text.js';
import { CachedTables } from './cached-tables.js';
import { withConnection } from './instance.js';
import { MemoryTable } from './memory-table.js';

const ROWS = 20_000;
const SUM = (ROWS * (ROWS + 1)) / 2;
/** So little that the table below is not loaded at once, and enough that it is worth a copy. */
const MEMORY_MB = 16;
const table = { workbook: 'wb_1', entry: 'art_1' };
const first = { version: 2, rowId: 1, kind: 'update' as const, after: '{"c1":-1}' };

let directory: string;
let instance: DuckDBInstance;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cached-tables-'));
  instance = await DuckDBInstance.create(':memory:');
});
afterAll(() => rm(directory, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

async function loaded(name: string): Promise<CachedTables> {
  const path = join(directory, name);
  await withConnection(instance, (connection) =>
    connection.run(
      `copy (select i as c1, i as __svc_row_id from range(1, ${ROWS + 1}) t(i)) to ${literal(path)} (format parquet)`,
    ),
  );
  const tables = new CachedTables(instance, MEMORY_MB, 0);
  const columns = [{ id: 'c1', type: 'BIGINT' }];
  await tables.load({
    ...table,
    workbook: name,
    isPast: false,
    columns,
    segment: { files: [path], rowCount: ROWS },
    isPartial: false,
    isEditsOnly: false,
    transfer: 1,
    edits: [],
    more: false,
  });
  return tables;
}

/** The sum of all cells, and where it was read. */
async function readFrom(tables: CachedTables, workbook: string): Promise<{ sum: number; relation: string }> {
  const nameOf = async () => tables.nameOf(workbook, table.entry);
  const relation = await tables.beginReading(workbook, [table.entry], nameOf, new AbortController().signal);
  const sum = await withConnection(instance, async (connection) =>
    Number((await connection.runAndReadAll(`select sum(c1)::double from ${relation}`)).getRows()[0]?.[0]),
  );
  tables.endReading(workbook, [table.entry]);
  return { sum, relation };
}

test('a table that is read again is copied into memory, with the edits since', async () => {
  const tables = await loaded('copied');
  const { sum, relation } = await readFrom(tables, 'copied');
  expect([sum, relation]).toEqual([SUM, expect.stringContaining('file')]);
  await tables.follow({ ...table, workbook: 'copied', transfer: 2, edits: [first], more: false });
  await readFrom(tables, 'copied');
  await vi.waitFor(async () => {
    const again = await readFrom(tables, 'copied');
    expect([again.sum, again.relation]).toEqual([SUM - 2, expect.stringContaining('copy')]);
  });
});

test('where the copy fails, the table is read from its file on and on, and follows its edits', async () => {
  const copy = vi.spyOn(MemoryTable, 'copy').mockRejectedValue(new Error('Out of Memory Error'));
  const tables = await loaded('uncopied');
  await readFrom(tables, 'uncopied');
  await readFrom(tables, 'uncopied');
  await vi.waitFor(() => expect(copy).toHaveBeenCalledOnce());
  await tables.follow({ ...table, workbook: 'uncopied', transfer: 2, edits: [first], more: false });
  for (let i = 0; i < 20; i++) {
    const { sum, relation } = await readFrom(tables, 'uncopied');
    expect([sum, relation]).toEqual([SUM - 2, expect.stringContaining('file')]);
  }
  expect(copy).toHaveBeenCalledOnce();
});

// A statement holds memory for each table that it reads.
test('very many edits lie in few tables', async () => {
  const tables = await loaded('edited');
  const edits = Array.from({ length: ROWS }, (_, i) => ({ ...first, rowId: i + 1 }));
  for (let transfer = 2; transfer < 6; transfer++)
    await tables.follow({ ...table, workbook: 'edited', transfer, edits, more: false });
  expect((await readFrom(tables, 'edited')).sum).toBe(-ROWS);
  const [[count]] = (await withConnection(instance, async (connection) =>
    (
      await connection.runAndReadAll(`select count(*) from duckdb_tables() where database_name = 'edited'`)
    ).getRows(),
  )) as [[bigint]];
  expect(count).toBeLessThan(16n);
});
