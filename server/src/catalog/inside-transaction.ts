import { AsyncLocalStorage } from 'node:async_hooks';
import type { Dialect, Driver } from 'kysely';

/** Marks the work of one transaction. Once it is done, background tasks that it started may use the database again. */
interface Mark {
  isDone: boolean;
}

const marks = new AsyncLocalStorage<Mark>();

/**
 * Code in a transaction used the database outside of it. On SQLite, with its one connection, that would wait forever
 * for the transaction itself; on PostgreSQL it would not see what the transaction wrote.
 */
export class DatabaseUsedInsideTransaction extends Error {
  override readonly name = 'DatabaseUsedInsideTransaction';
  constructor() {
    super(
      'The database was used inside a transaction, beside it: ' +
        'use the transaction that the work was given (`c.tx` in a change) instead of `catalog.db` or another change.',
    );
  }
}

/** Runs the work of a transaction. Until it is done, code called by it can only use that transaction. */
export async function runInsideTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  const mark: Mark = { isDone: false };
  try {
    return await marks.run(mark, work);
  } finally {
    mark.isDone = true;
  }
}

export function refuseInsideTransaction(): void {
  if (marks.getStore()?.isDone === false) throw new DatabaseUsedInsideTransaction();
}

/** Wraps a dialect so that code inside a transaction, which already has a connection, cannot acquire another. */
export function refusingInsideTransaction(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => refuseConnections(dialect.createDriver()),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

function refuseConnections(driver: Driver): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = () => {
    refuseInsideTransaction();
    return acquire();
  };
  return driver;
}
