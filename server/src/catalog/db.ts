import type { Compilable, Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.js';

/** Reads take either the database or a running transaction. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** A statement that is ready to run. */
export type Statement<Row = unknown> = Compilable<Row>;

/** What runs in a transaction. Statements that it leaves in `last` run when it is done, right before the commit. */
export type TransactionWork<Result> = (tx: Tx, last: Statement[]) => Promise<Result>;
