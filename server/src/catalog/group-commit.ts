import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Statement, TransactionWork, Tx } from './db.js';
import { runInsideTransaction } from './inside-transaction.js';
import { type ConnectionInProcess, noteTransaction, runTogether } from './run-together.js';
import type { Schema } from './schema.js';

type Work = TransactionWork<unknown>;

interface Waiting {
  work: Work;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

type Outcome = { result: unknown } | { error: unknown };

/** Large enough that the cost of the commit hardly matters, small enough that no transaction waits long for others. */
const MAX_GROUP_SIZE = 64;

/**
 * Commits the transactions that wait for SQLite's one connection together. Each of several runs in its own savepoint, so that
 * a failure does not affect the others. While the disk takes up a commit, the next transactions run; none is acknowledged
 * before it is on the disk.
 */
export class GroupCommit {
  readonly #db: Kysely<Schema>;
  #held: Held | undefined;
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
    try {
      this.#held ??= await hold(this.#db);
      const { tx, connection } = this.#held;
      await this.#db.getExecutor().provideConnection(async () => {
        const { outcomes, synced } = await commitTogether(tx, connection, group);
        // Not awaited: the next group has the connection meanwhile.
        void acknowledge(group, outcomes, synced);
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}

/** The one connection, with what runs statements on it while it is provided to its holder alone. */
interface Held {
  tx: Tx;
  connection: ConnectionInProcess;
}

async function hold(db: Kysely<Schema>): Promise<Held> {
  return await db.connection().execute(async (tx) => {
    const connection = await tx.getExecutor().provideConnection(async (it) => it as ConnectionInProcess);
    noteTransaction(tx);
    return { tx: tx as Tx, connection };
  });
}

async function acknowledge(group: Waiting[], outcomes: Outcome[], synced: Promise<void>): Promise<void> {
  try {
    await synced;
    for (const [i, { resolve, reject }] of group.entries()) {
      const outcome = outcomes[i] as Outcome;
      if ('error' in outcome) reject(outcome.error);
      else resolve(outcome.result);
    }
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}

/** A program that writes to the database too, as Litestream does, is waited for here and not amid the transaction. */
const begin = CompiledQuery.raw('begin immediate');
const rollback = CompiledQuery.raw('rollback');

async function commitTogether(
  tx: Tx,
  connection: ConnectionInProcess,
  group: readonly Waiting[],
): Promise<{ outcomes: Outcome[]; synced: Promise<void> }> {
  connection.runAll([begin]);
  try {
    const outcomes: Outcome[] = [];
    for (const { work } of group)
      outcomes.push(
        group.length === 1 ? { result: await finish(tx, work) } : await attempt(tx, connection, work),
      );
    return { outcomes, ...connection.commit() };
  } catch (error) {
    try {
      connection.runAll([rollback]);
    } catch {
      // On a full disk SQLite has already rolled back; the first error is the one to report.
    }
    throw error;
  }
}

async function finish(tx: Tx, work: Work): Promise<unknown> {
  const last: Statement[] = [];
  const result = await runInsideTransaction(() => work(tx, last));
  await runTogether(tx, ...last);
  return result;
}

const savepoint = CompiledQuery.raw('savepoint attempt');
const undo = CompiledQuery.raw('rollback to attempt');
const release = CompiledQuery.raw('release attempt');

async function attempt(tx: Tx, connection: ConnectionInProcess, work: Work): Promise<Outcome> {
  connection.runAll([savepoint]);
  try {
    const result = await finish(tx, work);
    connection.runAll([release]);
    return { result };
  } catch (error) {
    try {
      connection.runAll([undo, release]);
    } catch {
      // The whole transaction was rolled back with the savepoint, so the others cannot commit either.
      throw error;
    }
    return { error };
  }
}
