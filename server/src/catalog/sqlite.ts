import { dirname } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import {
  type CompiledQuery,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely';
import { CannotStart } from '../core/cannot-start.js';
import type { ConnectionInProcess } from './run-together.js';

const CACHED_STATEMENTS = 500;

class DataDirectoryInUse extends CannotStart {
  override readonly name = 'DataDirectoryInUse';
  constructor(directory: string) {
    super(
      `The data directory ${directory} is in use by another process of the service: stop that one, or set SVC_DATA_DIR.`,
    );
  }
}

/**
 * Kysely's SQLite dialect over the API of `node:sqlite`.
 * With WAL and synchronous FULL, an acknowledged commit survives power loss. The exclusive lock keeps a second process
 * out of the same data directory. The defaults of 2 MB of cache and 4 MB of log are less than one batch of edits writes:
 * with 16 MB and 32 MB its pages are not read again, and not written back with every commit.
 */
export function sqliteDialect(path: string): SqliteDialect {
  const database = new DatabaseSync(path);
  try {
    database.exec(`
      pragma busy_timeout = 2000;
      pragma locking_mode = exclusive;
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma foreign_keys = on;
      pragma temp_store = memory;
      pragma cache_size = -16384;
      pragma wal_autocheckpoint = 8000;
    `);
  } catch (error) {
    database.close();
    throw /locked/.test(String(error)) ? new DataDirectoryInUse(dirname(path)) : error;
  }
  const adapted = adapt(database);
  return new AtomicallyMigrated({
    database: adapted,
    onCreateConnection: async (connection) => {
      const inProcess: Pick<ConnectionInProcess, 'runAll'> = {
        runAll: (statements) => statements.map((statement) => rowsOf(adapted, statement)),
      };
      Object.assign(connection, inProcess);
    },
  });
}

function rowsOf(database: SqliteDatabase, { sql, parameters }: CompiledQuery): unknown[] {
  const statement = database.prepare(sql);
  if (statement.reader) return statement.all(parameters);
  statement.run(parameters);
  return [];
}

/** Migrates in one transaction, so that an upgrade that fails or is killed leaves the database as it was. */
class AtomicallyMigrated extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new (class extends SqliteAdapter {
      override get supportsTransactionalDdl(): boolean {
        return true;
      }
    })();
  }
}

function adapt(database: DatabaseSyncInstance): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>();
  return {
    close() {
      // Statements cannot be finalized, so the lock would outlive the close until they are garbage-collected.
      const unlock =
        'pragma journal_mode = delete; pragma locking_mode = normal; select 1 from sqlite_master';
      try {
        database.exec(unlock);
      } catch {
        // On a full disk the write-ahead log stays beside the database, and the next start applies it.
      } finally {
        database.close();
      }
    },
    prepare(sql) {
      const cached = cache.get(sql);
      if (cached) return cached;
      const statement = adaptStatement(database.prepare(sql));
      if (cache.size >= CACHED_STATEMENTS) cache.delete(cache.keys().next().value as string);
      cache.set(sql, statement);
      return statement;
    },
  };
}

type Bindable = string | number | bigint | null | Uint8Array;

/** Rows come as lists and get their names here, which takes less time than to have them named by SQLite's binding. */
function adaptStatement(statement: StatementSyncInstance): SqliteStatement {
  const columns = statement.columns().map(({ name }) => name);
  const named = (values: unknown[]): Record<string, unknown> => {
    const row: Record<string, unknown> = {};
    for (let i = 0; i < columns.length; i++) row[columns[i] as string] = values[i];
    return row;
  };
  statement.setReturnArrays(true);
  return {
    reader: columns.length > 0,
    all: (parameters) => (statement.all(...(parameters as Bindable[])) as unknown[][]).map(named),
    run(parameters) {
      const { changes, lastInsertRowid } = statement.run(...(parameters as Bindable[]));
      return { changes: BigInt(changes), lastInsertRowid: BigInt(lastInsertRowid) };
    },
    *iterate(parameters) {
      for (const values of statement.iterate(...(parameters as Bindable[]))) yield named(values as unknown[]);
    },
  };
}
