import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { HeadSigner } from '../core/head-signer.js';
import type { Db, Statement, TransactionWork } from './db.js';
import { GroupCommit } from './group-commit.js';
import { refuseInsideTransaction, runInsideTransaction } from './inside-transaction.js';
import { runTogether } from './run-together.js';
import type { ServiceKeys } from './service-keys.js';

const TRANSACTION_TRIES = 4;
const LONGEST_FIRST_PAUSE_MS = 10;

/** The only commit point of the service: what is committed here has happened, and nothing else has. */
export class Catalog {
  /** SQLite has one connection; the transactions that wait for it commit together. */
  readonly #groups: GroupCommit | undefined;
  readonly headSigner: HeadSigner;
  readonly #commitListeners: (() => void)[] = [];
  readonly #opListeners: ((workbookId: string) => void)[] = [];

  constructor(
    readonly db: Db,
    readonly kind: 'sqlite' | 'postgres',
    readonly keys: ServiceKeys,
  ) {
    this.headSigner = new HeadSigner(keys.audit);
    this.#groups = kind === 'sqlite' ? new GroupCommit(db) : undefined;
  }

  /** Runs `work` in one transaction, and again after a deadlock or serialization failure in PostgreSQL. */
  async transaction<Result>(
    work: TransactionWork<Result>,
    { isAnnounced = true }: { isAnnounced?: boolean } = {},
  ): Promise<Result> {
    refuseInsideTransaction();
    const result = await this.#transact(work);
    if (isAnnounced) for (const listener of this.#commitListeners) listener();
    return result;
  }

  /** Calls the listener after every commit of this process, unless it is not announced. */
  onCommit(listener: () => void): void {
    this.#commitListeners.push(listener);
  }

  /** Calls the listener for every op that a change of this process has committed. */
  onOp(listener: (workbookId: string) => void): void {
    this.#opListeners.push(listener);
  }

  /** Tells listeners of the workbooks of ops that were committed. */
  announceOps(workbookIds: readonly string[]): void {
    for (const listener of this.#opListeners) for (const id of workbookIds) listener(id);
  }

  async #transact<Result>(work: TransactionWork<Result>): Promise<Result> {
    if (this.#groups) return await this.#groups.run(work);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#transactOnce(work);
      } catch (error) {
        if (attempt === TRANSACTION_TRIES || !mayRetry(error)) throw error;
        // The two that met should not meet again.
        await pause(Math.random() * LONGEST_FIRST_PAUSE_MS * 2 ** (attempt - 1));
      }
    }
  }

  /** The last statements and the commit share a round trip: if one fails, PostgreSQL rolls the transaction back. */
  async #transactOnce<Result>(work: TransactionWork<Result>): Promise<Result> {
    let sent: Promise<unknown> | undefined;
    const result = await this.db.transaction().execute(async (tx) => {
      const last: Statement[] = [];
      const result = await runInsideTransaction(() => work(tx, last));
      sent = runTogether(tx, ...last);
      sent.catch(() => {});
      return result;
    });
    await sent;
    return result;
  }

  async check(): Promise<void> {
    await sql`select 1`.execute(this.db);
  }

  /** Applies SQLite's write-ahead log to the database, as far as the disk allows, and frees the space of it. */
  async shrinkLog(): Promise<void> {
    if (this.kind === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(this.db).catch(() => {});
  }

  async close(): Promise<void> {
    await this.db.destroy();
  }
}

const retryable = new Set(['40001', '40P01']);

function mayRetry(error: unknown): boolean {
  return error instanceof Error && 'code' in error && retryable.has(String(error.code));
}
