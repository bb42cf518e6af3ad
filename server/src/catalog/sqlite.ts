import { dirname } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import {
  CompiledQuery,
  type LimitNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import { StartupError } from '../core/startup-error.js';
import { type Effects, KeptReads } from './kept-reads.js';
import { type ConnectionInProcess, type DatabaseInProcess, isKept, mayWrite } from './run-together.js';
import { SyncedLog } from './synced-log.js';

const CACHED_STATEMENTS = 500;

const commit = CompiledQuery.raw('commit');

class DataDirectoryInUse extends StartupError {
  override readonly name = 'DataDirectoryInUse';
  constructor(directory: string) {
    super(
      `The data directory ${directory} is in use by another process of the service: stop that one, or set SVC_DATA_DIR.`,
    );
  }
}

/**
 * Kysely's SQLite dialect over the API of `node:sqlite`.
 * SQLite does not wait for the disk when it commits: who is told of a commit waits until it is synced, so that it survives power
 * loss. Other programs may read meanwhile, to back up. The defaults of 2 MB of cache and 4 MB of log are less than one batch of
 * edits writes: with 16 MB and 32 MB its pages are not read again, and not written back with every commit.
 */
export function sqliteDialect(path: string): SqliteDialect {
  const lock = lockDirectoryOf(path);
  const database = new DatabaseSync(path);
  try {
    database.exec(`
      pragma busy_timeout = 2000;
      pragma journal_mode = wal;
      pragma synchronous = normal;
      pragma foreign_keys = on;
      pragma temp_store = memory;
      pragma cache_size = -16384;
      pragma wal_autocheckpoint = 8000;
    `);
  } catch (error) {
    database.close();
    lock.close();
    // A release before 0.2.0 locks the database itself.
    throw /locked/.test(String(error)) ? new DataDirectoryInUse(dirname(path)) : error;
  }
  const log = new SyncedLog(`${path}-wal`);
  const kept = new KeptReads(database);
  const adapted = adapt(database, kept, [log, lock]);
  const inProcess = new SqliteInProcess(database, adapted, kept);
  return new DialectInProcess(inProcess, {
    database: adapted,
    onCreateConnection: async (connection) => {
      const execute = connection.executeQuery.bind(connection);
      const own: Omit<ConnectionInProcess, 'streamQuery'> = {
        runAll: (statements) => inProcess.runAll(statements),
        commit() {
          const startedAt = performance.now();
          inProcess.runAll([commit]);
          return { synced: log.synced(performance.now() - startedAt) };
        },
        async executeQuery<Row>(query: CompiledQuery) {
          const result = await execute<Row>(query);
          if (!database.isTransaction && mayWrite(query)) await log.synced();
          return result;
        },
      };
      Object.assign(connection, own);
    },
  });
}

/**
 * Keeps a second process of the service out of the data directory: holds the exclusive lock of an empty database beside
 * the catalog, until it is closed or the process ends.
 */
export function lockDirectoryOf(path: string): { close(): void } {
  const lock = new DatabaseSync(`${path}-lock`);
  try {
    lock.exec('pragma busy_timeout = 2000; begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    throw /locked/.test(String(error)) ? new DataDirectoryInUse(dirname(path)) : error;
  }
}

class SqliteInProcess implements DatabaseInProcess {
  constructor(
    private readonly database: DatabaseSyncInstance,
    private readonly statements: StatementCache,
    private readonly kept: KeptReads,
  ) {}

  get isInTransaction(): boolean {
    return this.database.isTransaction;
  }

  runAll(queries: readonly CompiledQuery[]): (readonly unknown[])[] {
    if (queries.some(isKept)) this.kept.forgetIfOthersWrote();
    return queries.map((query) => this.#rowsOf(query));
  }

  known(queries: readonly CompiledQuery[]): (readonly unknown[])[] | undefined {
    if (!queries.every(isKept)) return undefined;
    const found = queries.map(({ sql, parameters }) => this.kept.find(sql, parameters));
    return found.every((rows) => rows !== undefined) ? found : undefined;
  }

  #rowsOf(query: CompiledQuery): readonly unknown[] {
    const { sql, parameters } = query;
    const known = isKept(query) ? this.kept.find(sql, parameters) : undefined;
    if (known) return known;
    const statement = this.statements.prepare(sql);
    if (!statement.reader) {
      statement.run(parameters);
      return [];
    }
    const rows = statement.all(parameters);
    if (isKept(query)) this.kept.keep(sql, parameters, statement.effects, rows);
    return rows;
  }
}

class DialectInProcess extends SqliteDialect {
  constructor(
    private readonly inProcess: SqliteInProcess,
    config: ConstructorParameters<typeof SqliteDialect>[0],
  ) {
    super(config);
  }

  override createAdapter(): SqliteAdapter {
    return new AdapterInProcess(this.inProcess);
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new CompilerOfKnownLimits();
  }
}

class AdapterInProcess extends SqliteAdapter {
  constructor(readonly inProcess: DatabaseInProcess) {
    super();
  }

  /** Migrates in one transaction, so that an upgrade that fails or is killed leaves the database as it was. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite plans a statement anew whenever its limit is a parameter that was bound, but not if it is computed from one. */
class CompilerOfKnownLimits extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit +');
    this.visitNode(limit);
  }
}

interface StatementCache extends SqliteDatabase {
  prepare(sql: string): SqliteStatement & { effects: Effects };
}

function adapt(
  database: DatabaseSyncInstance,
  kept: KeptReads,
  others: readonly { close(): void }[],
): StatementCache {
  const cache = new Map<string, ReturnType<StatementCache['prepare']>>();
  return {
    close() {
      // Statements cannot be finalized, so the log would outlive the close until they are garbage-collected.
      try {
        database.exec('pragma journal_mode = delete');
      } catch {
        // On a full disk, or while another program reads, the log stays, and the next start applies it.
      } finally {
        database.close();
        for (const other of others) other.close();
      }
    },
    prepare(sql) {
      const cached = cache.get(sql);
      if (cached) return cached;
      const { prepared, effects } = kept.effectsOf(() => database.prepare(sql));
      const statement = adaptStatement(prepared, effects, kept);
      // What the others do may change with the schema: a trigger may write for them.
      if (effects.changesSchema) {
        cache.clear();
        return statement;
      }
      if (cache.size >= CACHED_STATEMENTS) cache.delete(cache.keys().next().value as string);
      cache.set(sql, statement);
      return statement;
    },
  };
}

type Bindable = string | number | bigint | null | Uint8Array;

/**
 * Rows come as lists and get their names here, which takes less time than to have them named by SQLite's binding, by a function
 * of each statement, so that V8 knows the shape of its rows.
 */
function adaptStatement(
  statement: StatementSyncInstance,
  effects: Effects,
  kept: KeptReads,
): SqliteStatement & { effects: Effects } {
  const columns = statement.columns();
  const members = columns.map(({ name }, i) => `${JSON.stringify(name)}: values[${i}]`);
  const named = new Function('values', `return {${members.join(', ')}};`) as (values: unknown[]) => object;
  statement.setReturnArrays(true);
  return {
    effects,
    reader: columns.length > 0,
    all(parameters) {
      kept.note(effects);
      return (statement.all(...(parameters as Bindable[])) as unknown[][]).map(named);
    },
    run(parameters) {
      kept.note(effects);
      const { changes, lastInsertRowid } = statement.run(...(parameters as Bindable[]));
      return { changes: BigInt(changes), lastInsertRowid: BigInt(lastInsertRowid) };
    },
    *iterate(parameters) {
      kept.note(effects);
      for (const values of statement.iterate(...(parameters as Bindable[]))) yield named(values as unknown[]);
    },
  };
}
