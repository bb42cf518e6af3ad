import { say } from '@workbook-data-service/contract/messages';
import type { AuditAction, OpKind } from '@workbook-data-service/contract/messages/recorded';
import type { Insertable } from 'kysely';
import { type ChainLink, genesisHash, seal } from '../core/audit-chain.js';
import { cancelSignal, refuseCancelled } from '../core/cancellation.js';
import type { EventData, EventKind } from '../core/events.js';
import type { HeadSigner } from '../core/head-signer.js';
import { jsonInSlices } from '../core/json-in-slices.js';
import type { Operation } from '../core/operations.js';
import { problem } from '../core/problems.js';
import type { Catalog } from './catalog.js';
import type { Statement, Tx } from './db.js';
import { insertEvents } from './event-records.js';
import { locked } from './locked.js';
import { type KeptStates, StatesBefore } from './op-states.js';
import { prepared } from './prepared.js';
import { type RowsOf, runTogether } from './run-together.js';
import type { Schema } from './schema.js';
import { takeOpId } from './workbook-records.js';

/** The user, credential and request that make a change. */
export interface Author {
  userId: string | null;
  credentialId: string | null;
  requestId: string | null;
  /** The program that acts for the user, as it calls itself; ops and audit entries name it. */
  actor?: string | null | undefined;
}

/**
 * Work of the edge that belongs in the transaction of a change, after the change's own work: storing the answer for a
 * repeated Idempotency-Key, or marking a job as done. A use case passes it to exactly one of its changes.
 */
export interface CommitOptions {
  beforeCommit?: ((tx: Tx, result: unknown) => Promise<void>) | undefined;
}

/** Adds work to the same transaction. */
export function withWorkBeforeCommit(
  { beforeCommit }: CommitOptions,
  more: (tx: Tx) => Promise<void>,
): CommitOptions {
  return {
    beforeCommit: async (tx, result) => {
      await more(tx);
      await beforeCommit?.(tx, result);
    },
  };
}

/** For a use case that contains another: the edge receives the answer of the outer one. */
export function withOuterAnswer<Result>(
  { beforeCommit }: CommitOptions,
  answer: (result: Result) => unknown,
): CommitOptions {
  if (!beforeCommit) return {};
  return { beforeCommit: (tx, result) => beforeCommit(tx, answer(result as Result)) };
}

interface OpRecord {
  workbookId: string;
  kind: OpKind;
  tableId?: string;
  /** Free text from the caller, naming on whose behalf it acts; the author's if absent. */
  actor?: string | null | undefined;
  /** What was done, in a form that can be repeated. */
  operation: Operation;
}

interface AuditRecord {
  /** The workbook or account to whose chain the entry is appended. */
  chain: string;
  action: AuditAction;
  target?: string | null;
  /** Must not contain cell values, and names columns by id: every reader of the workbook may read this. */
  detail?: Record<string, unknown>;
}

interface StoredHead {
  length: number;
  head_hash: string;
  head_mac: string | null;
}

interface Head extends ChainLink {
  mac: string | null;
  isSigned: boolean;
}

/**
 * One change of the catalog in one transaction: the rows it writes, its op, its audit entries, its events and the work
 * that the edge adds before the commit. A change without an audit entry is a programming error and does not commit.
 */
export class Change {
  readonly at = new Date().toISOString();
  /** The workbook of each op that was recorded. */
  readonly opsIn: string[] = [];
  #audited = false;
  #actor: string | null;
  /** Op ids taken in advance, by workbook. */
  readonly #opIds = new Map<string, number>();
  /** The heads of the chains that this change has locked, including its own entries. */
  readonly #heads = new Map<string, Head>();
  readonly #states = new StatesBefore();
  #lastOp: { workbookId: string; opId: number } | undefined;

  constructor(
    readonly tx: Tx,
    private readonly last: Statement[],
    readonly author: Author,
    private readonly signer: HeadSigner,
  ) {
    this.#actor = author.actor ?? null;
  }

  /** Defers a statement to the end of the transaction. Nothing in this change may read what it writes. */
  writeLast(statement: Statement): void {
    this.last.push(statement);
  }

  /**
   * Runs statements in one round trip with those that lock and number the next op and the next audit entry of a
   * workbook, which saves `op` and `audit` theirs.
   */
  async runAndNumber<const Statements extends readonly Statement[]>(
    { workbookId, takesOp }: { workbookId: string; takesOp: boolean },
    ...statements: Statements
  ): Promise<RowsOf<Statements>> {
    const isLocked = this.#heads.has(workbookId);
    const results = await runTogether(
      this.tx,
      ...statements,
      ...(takesOp ? takeOpId(this.tx, { workbookId, at: this.at }) : []),
      ...(isLocked ? [] : [lockedHead(this.tx, { chain: workbookId })]),
    );
    const numbers = results.slice(statements.length);
    if (takesOp) this.#opIds.set(workbookId, nextOpId(numbers[0] as { last_op_id: number }[]));
    if (!isLocked) this.#noteHead(workbookId, numbers.at(-1) as StoredHead[]);
    return results.slice(0, statements.length) as unknown as RowsOf<Statements>;
  }

  /** Records the next op of the workbook. Its row lock also makes the writers of one workbook take turns. */
  async op(record: OpRecord): Promise<number> {
    const { workbookId } = record;
    const opId = this.#opIds.get(workbookId) ?? (await this.#takeOpId(workbookId));
    this.#opIds.delete(workbookId);
    this.opsIn.push(workbookId);
    this.#actor = record.actor ?? this.author.actor ?? null;
    this.#lastOp = { workbookId, opId };
    this.writeLast(
      insertOp(this.tx, {
        workbook_id: workbookId,
        op_id: opId,
        kind: record.kind,
        table_id: record.tableId ?? null,
        user_id: this.author.userId ?? 'system',
        credential_id: this.author.credentialId,
        actor: this.#actor,
        operation: record.operation.operation,
        input: await jsonInSlices(record.operation.input),
        created_at: this.at,
        undone_by: null,
      }),
    );
    return opId;
  }

  /** Keeps how an object was before this change, with its op, which can then be undone; null if it was not there. */
  keepBefore<Kind extends keyof KeptStates>(
    kind: Kind,
    objectId: string,
    before: KeptStates[Kind] | null,
  ): void {
    this.#states.keep(kind, objectId, before);
  }

  async writeStatesBefore(): Promise<void> {
    if (this.#lastOp) await this.#states.write(this.tx, this.#lastOp);
  }

  async #takeOpId(workbookId: string): Promise<number> {
    const [before] = await runTogether(this.tx, ...takeOpId(this.tx, { workbookId, at: this.at }));
    return nextOpId(before);
  }

  async audit(record: AuditRecord): Promise<void> {
    this.#audited = true;
    const { chain } = record;
    const detail = { ...record.detail, ...(this.#actor !== null && { actor: this.#actor }) };
    const before = await this.head(chain);
    const entry = seal(
      {
        chain,
        seq: before.length + 1,
        at: this.at,
        userId: this.author.userId,
        credentialId: this.author.credentialId,
        requestId: this.author.requestId,
        action: record.action,
        target: record.target ?? null,
        detail: JSON.stringify(detail),
      },
      before.hash,
    );
    this.writeLast(
      insertEntry(this.tx, {
        chain: entry.chain,
        seq: entry.seq,
        at: entry.at,
        user_id: entry.userId,
        credential_id: entry.credentialId,
        request_id: entry.requestId,
        action: entry.action,
        target: entry.target,
        detail: entry.detail,
        prev_hash: entry.prevHash,
        hash: entry.hash,
      }),
    );
    const link = { length: entry.seq, hash: entry.hash };
    // An entry after a head that was tampered with does not make the chain valid again.
    const mac = before.isSigned ? this.signer.sign(chain, link) : before.mac;
    this.#heads.set(chain, { ...link, mac, isSigned: before.isSigned });
    this.writeLast(moveHead(this.tx, { chain, length: link.length, hash: link.hash, mac }));
  }

  /**
   * The head of a chain, including the entries of this change. Locks the chain until the commit, so that two writers
   * never append to the same head.
   */
  async head(chain: string): Promise<Head> {
    if (!this.#heads.has(chain)) this.#noteHead(chain, await lockedHead(this.tx, { chain }).execute());
    return this.#heads.get(chain) ?? (await this.#begin(chain));
  }

  #noteHead(chain: string, [stored]: StoredHead[]): void {
    if (!stored) return;
    const link = { length: stored.length, hash: stored.head_hash };
    const isSigned = this.signer.isSigned(chain, link, stored.head_mac);
    this.#heads.set(chain, { ...link, mac: stored.head_mac, isSigned });
  }

  /** If the head was removed, the next entry starts from the genesis hash, so that the break stays visible. */
  async #begin(chain: string): Promise<Head> {
    const { last } = await this.tx
      .selectFrom('audit_entries')
      .select((eb) => eb.fn.max('seq').as('last'))
      .where('chain', '=', chain)
      .executeTakeFirstOrThrow();
    const length = last ?? 0;
    const head_mac = this.signer.sign(chain, { length, hash: genesisHash });
    await this.tx
      .insertInto('audit_chains')
      .values({ chain, length, head_hash: genesisHash, head_mac })
      .onConflict((oc) => oc.doNothing())
      .execute();
    this.#noteHead(chain, await lockedHead(this.tx, { chain }).execute());
    return this.#heads.get(chain) as Head;
  }

  /** Writes all events of one kind in one statement. */
  emit<Kind extends EventKind>(workbookId: string, kind: Kind, ...events: EventData[Kind][]): void {
    this.writeLast(insertEvents(this.tx, { workbookId, kind, at: this.at }, events));
  }

  assertAudited(): void {
    if (!this.#audited) throw new Error('a change must write an audit entry');
  }
}

export interface ChangeOptions extends CommitOptions {
  /** Rolls the transaction back at the end; the answer describes what would have happened. */
  dryRun?: boolean | undefined;
}

export async function change<Result>(
  catalog: Catalog,
  author: Author,
  work: (change: Change) => Promise<Result>,
  { dryRun, beforeCommit }: ChangeOptions = {},
): Promise<Result> {
  // Read here: transactions that commit together run in the context of the first of them.
  const cancelled = cancelSignal();
  try {
    const { result, opsIn } = await catalog.transaction(async (tx, last) => {
      const current = new Change(tx, last, author, catalog.headSigner);
      const result = await work(current);
      current.assertAudited();
      await current.writeStatesBefore();
      if (dryRun) throw new DryRun(result);
      await beforeCommit?.(tx, result);
      refuseCancelled(cancelled);
      return { result, opsIn: current.opsIn };
    });
    catalog.announceOps(opsIn);
    return result;
  } catch (error) {
    if (error instanceof DryRun) return error.result as Result;
    throw error;
  }
}

const insertOp = prepared((tx, op: Insertable<Schema['ops']>) => tx.insertInto('ops').values(op));

const insertEntry = prepared((tx, entry: Insertable<Schema['audit_entries']>) =>
  tx.insertInto('audit_entries').values(entry),
);

const lockedHead = prepared((tx, { chain }: { chain: string }) =>
  locked(
    tx,
    tx.selectFrom('audit_chains').select(['length', 'head_hash', 'head_mac']).where('chain', '=', chain),
  ),
);

interface MovedHead extends ChainLink {
  chain: string;
  mac: string | null;
}

const moveHead = prepared((tx, { chain, length, hash, mac }: MovedHead) =>
  tx.updateTable('audit_chains').set({ length, head_hash: hash, head_mac: mac }).where('chain', '=', chain),
);

function nextOpId([before]: { last_op_id: number }[]): number {
  if (!before) throw problem('not-found', say('workbook-deleted'));
  return before.last_op_id + 1;
}

class DryRun extends Error {
  constructor(readonly result: unknown) {
    super('dry run');
  }
}
