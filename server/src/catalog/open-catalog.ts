import { join } from 'node:path';
import { type Dialect, Kysely, Migrator, sql } from 'kysely';
import type { BackendHealthOptions } from '../core/outage.js';
import { StartupError } from '../core/startup-error.js';
import { Catalog } from './catalog.js';
import type { Db } from './db.js';
import { refusingInsideTransaction } from './inside-transaction.js';
import { migrations } from './migrations/index.js';
import { postgresDialect } from './postgres.js';
import type { Schema } from './schema.js';
import { sealChains } from './seal-chains.js';
import { openServiceKeys, type ServiceKeys } from './service-keys.js';
import { sqliteDialect } from './sqlite.js';

interface CatalogOptions extends Pick<BackendHealthOptions, 'onLost' | 'onFound'> {
  /** The URL of a PostgreSQL database; absent for SQLite in the data directory. */
  databaseUrl?: string | undefined;
  /** The most connections to PostgreSQL. */
  connections?: number | undefined;
  dataDir: string;
  /** If absent, the keys of the data directory. */
  keys?: ServiceKeys | undefined;
  /** The longest that PostgreSQL may take to answer a statement. */
  timeoutMs?: number;
  /** Called with the names of the migrations that ran, if any did. */
  onMigrated?: ((migrations: string[]) => void) | undefined;
}

const DEFAULT_TIMEOUT_MS = 15_000;

/** Opens the database, migrates its schema to this release, and checks that the audit key matches it. */
export async function openCatalog(options: CatalogOptions): Promise<Catalog> {
  const keys = options.keys ?? openServiceKeys(options);
  const catalog = options.databaseUrl
    ? new Catalog(await openPostgres(options.databaseUrl, options), 'postgres', keys)
    : new Catalog(await openSqlite(options), 'sqlite', keys);
  try {
    await sealChains(catalog);
  } catch (error) {
    await catalog.close();
    throw error;
  }
  return catalog;
}

async function openSqlite({ dataDir, onMigrated }: CatalogOptions): Promise<Db> {
  const db = openDb(sqliteDialect(join(dataDir, 'catalog.db')));
  await migrate(db, onMigrated);
  return db;
}

/** Migrations run without a timeout; later statements have one. */
async function openPostgres(url: string, options: CatalogOptions): Promise<Db> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, connections, onLost, onFound } = options;
  const migrating = openDb(await postgresDialect({ url }));
  await migrate(migrating, options.onMigrated);
  await migrating.destroy();
  return openDb(await postgresDialect({ url, timeoutMs, connections, onLost, onFound }));
}

export function openDb(dialect: Dialect): Db {
  return new Kysely<Schema>({ dialect: refusingInsideTransaction(dialect) });
}

/** Closes the database on failure. */
async function migrate(db: Db, onMigrated: CatalogOptions['onMigrated']): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  const run = results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
  if (run.length > 0) onMigrated?.(run);
  if (!error) return;
  const unknown = await migrationsOfNewerRelease(db);
  await db.destroy();
  throw unknown.length > 0 ? new DatabaseOfNewerRelease(unknown) : error;
}

export class DatabaseOfNewerRelease extends StartupError {
  override readonly name = 'DatabaseOfNewerRelease';
  constructor(unknown: string[]) {
    super(
      `The database was upgraded by a newer release of the service, which this one cannot undo (${unknown.join(', ')}): ` +
        'start that release again, or restore a backup from before the upgrade.',
    );
  }
}

/** Migrations that have run on this database but are unknown to this release. */
async function migrationsOfNewerRelease(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(db)
    // If the database cannot be read at all, the error of the migration is the one to report.
    .catch(() => ({ rows: [] }));
  return rows.map(({ name }) => name).filter((name) => !Object.hasOwn(migrations, name));
}
