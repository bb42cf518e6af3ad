import { join } from 'node:path';
import { Kysely, Migrator, sql, type Transaction } from 'kysely';
import { CannotStart } from '../core/cannot-start.js';
import type { BackendHealthOptions } from '../core/outage.js';
import { GroupCommit } from './group-commit.js';
import { migrations } from './migrations/index.js';
import { postgresDialect } from './postgres.js';
import type { Schema } from './schema.js';
import { sealChains } from './seal-chains.js';
import { openServiceKeys, type ServiceKeys } from './service-keys.js';
import { sqliteDialect } from './sqlite.js';
import { type Statement, together } from './together.js';

/** Reads take either the database or a running transaction. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** What runs in a transaction. Statements that it leaves in `last` run when it is done, right before the commit. */
export type TransactionWork<Result> = (tx: Tx, last: Statement[]) => Promise<Result>;

export interface CatalogOptions extends Pick<BackendHealthOptions, 'onLost' | 'onFound'> {
  /** PostgreSQL; absent for SQLite in the data directory. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Absent, those of the data directory. */
  keys?: ServiceKeys | undefined;
  /** The longest that PostgreSQL may take to answer a statement. */
  timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 15_000;

const TRANSACTION_TRIES = 4;

/** The one commit point of the service: whatever committed here happened, and nothing else did. */
export class Catalog {
  /** SQLite has one connection, whose waiting transactions commit together. */
  readonly #groups: GroupCommit | undefined;

  private constructor(
    readonly db: Db,
    readonly kind: 'sqlite' | 'postgres',
    readonly keys: ServiceKeys,
  ) {
    this.#groups = kind === 'sqlite' ? new GroupCommit(db) : undefined;
  }

  static async open(options: CatalogOptions): Promise<Catalog> {
    const keys = options.keys ?? openServiceKeys(options);
    const catalog = options.databaseUrl
      ? new Catalog(await openPostgres(options.databaseUrl, options), 'postgres', keys)
      : new Catalog(await openSqlite(options.dataDir), 'sqlite', keys);
    try {
      await sealChains(catalog);
    } catch (error) {
      await catalog.close();
      throw error;
    }
    return catalog;
  }

  /** Runs `work` as one transaction; where PostgreSQL asks for it (deadlock, serialisation), from the start again. */
  async transaction<Result>(work: TransactionWork<Result>): Promise<Result> {
    if (this.#groups) return await this.#groups.run(work);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#transactOnce(work);
      } catch (error) {
        if (attempt === TRANSACTION_TRIES || !mayRetry(error)) throw error;
      }
    }
  }

  /** The last statements and the commit share a round trip: PostgreSQL commits nothing of a transaction in which one failed. */
  async #transactOnce<Result>(work: TransactionWork<Result>): Promise<Result> {
    let sent: Promise<unknown> | undefined;
    const result = await this.db.transaction().execute(async (tx) => {
      const last: Statement[] = [];
      const result = await work(tx, last);
      sent = together(tx, ...last);
      sent.catch(() => {});
      return result;
    });
    await sent;
    return result;
  }

  async check(): Promise<void> {
    await sql`select 1`.execute(this.db);
  }

  async close(): Promise<void> {
    await this.db.destroy();
  }
}

async function openSqlite(dataDir: string): Promise<Db> {
  const db: Db = new Kysely<Schema>({ dialect: sqliteDialect(join(dataDir, 'catalog.db')) });
  await migrate(db);
  return db;
}

/** Migrations take as long as the data needs; whatever comes after them is bounded. */
async function openPostgres(url: string, options: CatalogOptions): Promise<Db> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, onLost, onFound } = options;
  const migrating: Db = new Kysely<Schema>({ dialect: await postgresDialect({ url }) });
  await migrate(migrating);
  await migrating.destroy();
  return new Kysely<Schema>({ dialect: await postgresDialect({ url, timeoutMs, onLost, onFound }) });
}

/** Where it fails, the database is closed again. */
async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  const unknown = await migrationsOfNewerRelease(db);
  await db.destroy();
  throw unknown.length > 0 ? new DatabaseOfNewerRelease(unknown) : error;
}

export class DatabaseOfNewerRelease extends CannotStart {
  override readonly name = 'DatabaseOfNewerRelease';
  constructor(unknown: string[]) {
    super(
      `The database was upgraded by a newer release of the service, which this one cannot undo (${unknown.join(', ')}): ` +
        'start that release again, or restore a backup from before the upgrade.',
    );
  }
}

/** Migrations that were run on this database and that this release does not have. */
async function migrationsOfNewerRelease(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(db)
    // The failure may be that the database cannot be read at all; that one is reported.
    .catch(() => ({ rows: [] }));
  return rows.map(({ name }) => name).filter((name) => !Object.hasOwn(migrations, name));
}

const retryable = new Set(['40001', '40P01']);

function mayRetry(error: unknown): boolean {
  return error instanceof Error && 'code' in error && retryable.has(String(error.code));
}

/** Whether a write failed because a row with the same unique key is already there. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === '23505') || /UNIQUE constraint failed/.test(error.message);
}
