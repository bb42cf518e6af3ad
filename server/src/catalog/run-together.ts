import type { CompiledQuery, DatabaseConnection } from 'kysely';
import type { Db, Statement } from './db.js';

export type RowsOf<Statements extends readonly Statement[]> = {
  [Index in keyof Statements]: Statements[Index] extends Statement<infer Row> ? Row[] : never;
};

/** A connection to a database in this process, whose statements need no waiting in between. */
export interface ConnectionInProcess extends DatabaseConnection {
  /** The rows of each statement. */
  runAll(statements: readonly CompiledQuery[]): unknown[][];
  /** Resolves when everything that was committed before the call survives power loss. */
  synced(): Promise<void>;
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
  const rows = await db.getExecutor().provideConnection(async (connection) => {
    if (isInProcess(connection)) return connection.runAll(compiled);
    const results = await Promise.all(compiled.map((statement) => connection.executeQuery(statement)));
    return results.map((result) => result.rows);
  });
  return rows as RowsOf<Statements>;
}

function isInProcess(connection: DatabaseConnection): connection is ConnectionInProcess {
  return 'runAll' in connection;
}
