import type { CompiledQuery, DatabaseConnection } from 'kysely';
import type { Db, Statement } from './db.js';

export type RowsOf<Statements extends readonly Statement[]> = {
  [Index in keyof Statements]: Statements[Index] extends Statement<infer Row> ? Row[] : never;
};

/** A connection to a database in this process, whose statements need no waiting in between. */
export interface ConnectionInProcess extends DatabaseConnection {
  /** The rows of each statement. */
  runAll(statements: readonly CompiledQuery[]): (readonly unknown[])[];
  /** Commits; resolves when everything that was committed so far survives power loss. */
  commit(): { synced: Promise<void> };
}

/** A database in this process: its statements take microseconds, and nothing happens beside them. */
export interface DatabaseInProcess {
  /** The rows of each statement. */
  runAll(statements: readonly CompiledQuery[]): (readonly unknown[])[];
  /** The same, if all of them are kept. */
  known(statements: readonly CompiledQuery[]): (readonly unknown[])[] | undefined;
  /** Whether a transaction has begun that has not ended yet. */
  readonly isInTransaction: boolean;
}

/** Transactions in this process, which have the one connection to themselves. */
const transactions = new WeakSet<Db>();

export function noteTransaction(tx: Db): void {
  transactions.add(tx);
}

/** Whether this is a transaction of a database in this process. */
export function isTransactionInProcess(db: Db): boolean {
  return transactions.has(db);
}

/** A statement whose rows are kept, where the database is in this process: nearly every call runs it. */
export interface KeptQuery<Row = unknown> extends CompiledQuery<Row> {
  kept: true;
}

export function isKept(query: CompiledQuery): query is KeptQuery {
  return 'kept' in query;
}

/** Whether a statement of its own, or the end of a transaction, may have changed the database. */
export function mayWrite({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'RawNode' ? !/^\s*(select|with)\b/i.test(sql) : query.kind !== 'SelectQueryNode';
}

/**
 * Runs statements that do not need each other's results, in this order and, on PostgreSQL, in one round trip. If one
 * fails, its error is thrown; inside a transaction the statements after it then have no effect.
 */
export async function runTogether<const Statements extends readonly Statement[]>(
  db: Db,
  ...statements: Statements
): Promise<RowsOf<Statements>> {
  const compiled = statements.map((statement) => statement.compile());
  const known = rowsAtOnce(db, compiled);
  if (known) return known as RowsOf<Statements>;
  const rows = await db.getExecutor().provideConnection(async (connection) => {
    if (isInProcess(connection)) return connection.runAll(compiled);
    const results = await Promise.all(compiled.map((statement) => connection.executeQuery(statement)));
    return results.map((result) => result.rows);
  });
  return rows as RowsOf<Statements>;
}

/** The rows, unless the statements have to wait for a transaction of others or for another process. */
function rowsAtOnce(db: Db, queries: readonly CompiledQuery[]): (readonly unknown[])[] | undefined {
  const database = databaseInProcess(db);
  if (!database) return undefined;
  return transactions.has(db) || !database.isInTransaction
    ? database.runAll(queries)
    : database.known(queries);
}

function databaseInProcess(db: Db): DatabaseInProcess | undefined {
  const { adapter } = db.getExecutor();
  return 'inProcess' in adapter ? (adapter.inProcess as DatabaseInProcess) : undefined;
}

function isInProcess(connection: DatabaseConnection): connection is ConnectionInProcess {
  return 'runAll' in connection;
}
