import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Dialect, Kysely, Migrator } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { migrations } from '../src/catalog/migrations/index.js';
import { postgresDialect } from '../src/catalog/postgres.js';
import { sqliteDialect } from '../src/catalog/sqlite.js';

/** Databases of the newest schema without content: copying one takes a fraction of the time of the migrations. */
export interface MigratedDatabases {
  sqliteFile: string;
  /** The name of a database on the PostgreSQL server of the run. */
  postgresTemplate: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    migrated: MigratedDatabases;
  }
}

/** Makes the databases that the suites of a run copy. */
export async function migrateOnce(
  postgresUrl: string,
): Promise<MigratedDatabases & { drop(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'migrated-'));
  const sqliteFile = join(directory, 'catalog.db');
  const postgresTemplate = `migrated_${randomBytes(8).toString('hex')}`;
  await onServer(postgresUrl, `create database ${postgresTemplate}`);
  await Promise.all([
    migrate(sqliteDialect(sqliteFile)),
    migrate(await postgresDialect({ url: databaseOn(postgresUrl, postgresTemplate) })),
  ]);
  const drop = async () => {
    await onServer(postgresUrl, `drop database ${postgresTemplate} with (force)`);
    await rm(directory, { recursive: true });
  };
  return { sqliteFile, postgresTemplate, drop };
}

async function migrate(dialect: Dialect): Promise<void> {
  const db = new Kysely({ dialect });
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  await db.destroy();
  if (error) throw error;
}

/** A data directory whose catalog needs no migration any more. */
export async function newMigratedDirectory(prefix: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), prefix));
  await copyFile(inject('migrated').sqliteFile, join(directory, 'catalog.db'));
  return directory;
}

export function databaseOn(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = name;
  return url.href;
}

export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
