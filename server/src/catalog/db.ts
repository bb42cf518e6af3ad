import type { Compilable, Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.js';

/** The database or, for reads, a running transaction. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** A statement that is ready to run. */
export type Statement<Row = unknown> = Compilable<Row>;

/** The work of a transaction. Statements that it adds to `last` run at its end, right before the commit. */
export type TransactionWork<Result> = (tx: Tx, last: Statement[]) => Promise<Result>;
