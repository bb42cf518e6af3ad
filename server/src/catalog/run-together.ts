import type { CompiledQuery, DatabaseConnection } from 'kysely';
import type { Db, Statement } from './db.js';
import type { KeptReads } from './kept-reads.js';

export type RowsOf<Statements extends readonly Statement[]> = {
  [Index in keyof Statements]: Statements[Index] extends Statement<infer Row> ? Row[] : never;
};

/** A connection to a database in this process, whose statements need no waiting in between. */
export interface ConnectionInProcess extends DatabaseConnection {
  /** The rows of each statement. */
  runAll(statements: readonly CompiledQuery[]): (readonly unknown[])[];
  /** Resolves when everything that was committed before the call survives power loss. */
  synced(): Promise<void>;
}

/** A database in this process, which alone writes to it, so that what was read can be kept until it is written. */
export interface CatalogInProcess {
  kept: KeptReads;
}

/** A statement whose rows are kept, where the database is in this process: nearly every call runs it. */
export interface KeptQuery<Row = unknown> extends CompiledQuery<Row> {
  kept: true;
}

export function isKept(query: CompiledQuery): query is KeptQuery {
  return 'kept' in query;
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
  const known = keptRows(db, compiled);
  if (known) return known as RowsOf<Statements>;
  const rows = await db.getExecutor().provideConnection(async (connection) => {
    if (isInProcess(connection)) return connection.runAll(compiled);
    const results = await Promise.all(compiled.map((statement) => connection.executeQuery(statement)));
    return results.map((result) => result.rows);
  });
  return rows as RowsOf<Statements>;
}

/** The rows of statements that are all known: they need no connection, which others may have to themselves. */
function keptRows(db: Db, queries: readonly CompiledQuery[]): (readonly unknown[])[] | undefined {
  const { adapter } = db.getExecutor();
  if (!('kept' in adapter)) return undefined;
  const { kept } = adapter as unknown as CatalogInProcess;
  if (!queries.every(isKept)) return undefined;
  kept.forgetIfOthersWrote();
  const found: (readonly unknown[])[] = [];
  for (const query of queries) {
    const rows = kept.find(query.sql, query.parameters);
    if (!rows) return undefined;
    found.push(rows);
  }
  return found;
}

function isInProcess(connection: DatabaseConnection): connection is ConnectionInProcess {
  return 'runAll' in connection;
}
