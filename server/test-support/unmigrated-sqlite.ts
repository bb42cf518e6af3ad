import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, Migrator } from 'kysely';
import { onTestFinished } from 'vitest';
import { migrations } from '../src/catalog/migrations/index.js';
import type { Schema } from '../src/catalog/schema.js';
import { sqliteDialect } from '../src/catalog/sqlite.js';

/** An empty catalog of the running test, to be migrated step by step. In a file, because its lock is one beside it. */
export async function unmigratedSqlite() {
  const directory = await mkdtemp(join(tmpdir(), 'unmigrated-'));
  const db = new Kysely<Schema>({ dialect: sqliteDialect(join(directory, 'catalog.db')) });
  onTestFinished(async () => {
    await db.destroy();
    await rm(directory, { recursive: true });
  });
  return { db, migrator: new Migrator({ db, provider: { getMigrations: async () => migrations } }) };
}
