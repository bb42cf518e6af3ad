import { AsyncLocalStorage } from 'node:async_hooks';
import type { Dialect, Driver } from 'kysely';

/** Belongs to one piece of work. What it left running in the background may use the database again once it is done. */
interface Mark {
  isDone: boolean;
}

const marks = new AsyncLocalStorage<Mark>();

/**
 * A database used beside the transaction that the code runs in. On SQLite it would wait for its own transaction
 * for ever, since there is one connection; on PostgreSQL it would not see what the transaction wrote.
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

/** Runs the work of a transaction. Until it is done, all that it calls can use nothing but that transaction. */
export async function insideTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
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

/** The same dialect, whose connections are refused to code inside a transaction: that one has its connection already. */
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
