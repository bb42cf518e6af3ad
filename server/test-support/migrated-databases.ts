import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Dialect, Kysely, Migrator } from 'kysely';
import pg from 'pg';
import { migrations } from '../src/catalog/migrations/index.js';
import { postgresDialect } from '../src/catalog/postgres.js';
import { sqliteDialect } from '../src/catalog/sqlite.js';
import type { Started } from './global-setup.js';
import { onDemand } from './on-demand.js';

export async function migrateSqlite(): Promise<Started<string>> {
  const directory = await mkdtemp(join(tmpdir(), 'migrated-'));
  const file = join(directory, 'catalog.db');
  await migrate(sqliteDialect(file));
  return { value: file, stop: () => rm(directory, { recursive: true }) };
}

export async function migratePostgres(): Promise<Started<string>> {
  const server = await onDemand('postgresUrl');
  const name = `migrated_${randomBytes(8).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  await migrate(await postgresDialect({ url: databaseOn(server, name) }));
  return { value: name, stop: () => onServer(server, `drop database ${name} with (force)`) };
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
  await copyFile(await onDemand('sqliteTemplate'), join(directory, 'catalog.db'));
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
