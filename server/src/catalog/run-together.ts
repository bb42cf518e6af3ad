import type { Db, Statement } from './db.js';

export type RowsOf<Statements extends readonly Statement[]> = {
  [Index in keyof Statements]: Statements[Index] extends Statement<infer Row> ? Row[] : never;
};

/**
 * Runs statements that do not need each other's results, in this order and, on PostgreSQL, in one round trip. If one
 * fails, its error is thrown; inside a transaction the statements after it then have no effect.
 */
export async function runTogether<const Statements extends readonly Statement[]>(
  db: Db,
  ...statements: Statements
): Promise<RowsOf<Statements>> {
  const compiled = statements.map((statement) => statement.compile());
  const results = await db
    .getExecutor()
    .provideConnection((connection) =>
      Promise.all(compiled.map((statement) => connection.executeQuery(statement))),
    );
  return results.map(({ rows }) => rows) as RowsOf<Statements>;
}
