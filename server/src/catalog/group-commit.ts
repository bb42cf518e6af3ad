import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ControlledTransaction, Kysely } from 'kysely';
import type { Statement, TransactionWork, Tx } from './db.js';
import { runInsideTransaction } from './inside-transaction.js';
import { runTogether } from './run-together.js';
import type { Schema } from './schema.js';

interface Waiting {
  work: TransactionWork<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

type Outcome = { result: unknown } | { error: unknown };

/** Large enough that the cost of the commit hardly matters, small enough that no transaction waits long for others. */
const MAX_GROUP_SIZE = 64;

/**
 * Commits the transactions that wait for SQLite's one connection together, with one fsync. Each runs in its own
 * savepoint, so that a failure does not affect the others; none is acknowledged before the common commit.
 */
export class GroupCommit {
  readonly #db: Kysely<Schema>;
  #waiting: Waiting[] = [];
  #draining = false;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  async run<Result>(work: TransactionWork<Result>): Promise<Result> {
    return await new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (result: unknown) => void, reject });
      if (!this.#draining) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#draining = true;
    while (this.#waiting.length > 0) {
      // SQLite runs in this process, so requests that have arrived meanwhile reach their transactions only now.
      await nextTurn();
      const group = this.#waiting.slice(0, MAX_GROUP_SIZE);
      this.#waiting = this.#waiting.slice(MAX_GROUP_SIZE);
      await this.#commit(group);
    }
    this.#draining = false;
  }

  async #commit(group: Waiting[]): Promise<void> {
    let outcomes: Outcome[];
    try {
      const transaction = await this.#db.startTransaction().execute();
      try {
        outcomes = [];
        for (const [i, { work }] of group.entries()) outcomes.push(await attempt(transaction, `w${i}`, work));
        await transaction.commit().execute();
      } catch (error) {
        // On a full disk SQLite has already rolled back; the first error is the one to report.
        await transaction
          .rollback()
          .execute()
          .catch(() => {});
        throw error;
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
      return;
    }
    for (const [i, { resolve, reject }] of group.entries()) {
      const outcome = outcomes[i] as Outcome;
      if ('error' in outcome) reject(outcome.error);
      else resolve(outcome.result);
    }
  }
}

async function attempt(
  transaction: ControlledTransaction<Schema>,
  name: string,
  work: Waiting['work'],
): Promise<Outcome> {
  const savepoint = await transaction.savepoint(name).execute();
  try {
    const tx = transaction as unknown as Tx;
    const last: Statement[] = [];
    const result = await runInsideTransaction(() => work(tx, last));
    await runTogether(tx, ...last);
    await savepoint.releaseSavepoint(name).execute();
    return { result };
  } catch (error) {
    try {
      await savepoint.rollbackToSavepoint(name).execute();
      await savepoint.releaseSavepoint(name).execute();
    } catch {
      // The whole transaction was rolled back with the savepoint, so the others cannot commit either.
      throw error;
    }
    return { error };
  }
}
