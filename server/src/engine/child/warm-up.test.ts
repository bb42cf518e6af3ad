import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SqlParsers } from '../guard/parse-sql.js';
import { CachedTables } from './cached-tables.js';
import { openInstance, withConnection } from './instance.js';
import { warmUp } from './warm-up.js';

test('a process that warms up reads a table, and leaves neither it nor files behind', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'warm-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const out = join(directory, 'out');
  const instance = await openInstance({
    memoryMb: 256,
    temporaryMb: 256,
    temporaryDir: join(directory, 'spill'),
    directories: [out],
  });
  const databases = () =>
    withConnection(instance, async (connection) =>
      (await connection.runAndReadAll('select database_name from duckdb_databases()')).getRows(),
    );
  const before = await databases();
  const tables = new CachedTables(instance, 256);
  await warmUp({ instance, tables, parsers: new SqlParsers(instance), directory: out });
  expect(await databases()).toEqual(before);
  expect(await readdir(out)).toEqual([]);
});
