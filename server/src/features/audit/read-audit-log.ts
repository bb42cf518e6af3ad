import { newestEntries, readChain } from '../../catalog/audit-entries.js';
import type { Db } from '../../catalog/db.js';
import { genesis, type SealedEntry } from '../../core/audit-chain.js';
import { decodeCursor, encodeCursor } from '../../core/cursor.js';
import { problem } from '../../core/problems.js';
import { requireWholeAccount, resolveAccount } from '../access/resolve-account.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { verifyChain } from './verify-chain.js';
import { unredacted, type VisibleEntry, visibleEntries } from './visible-entries.js';

interface AuditPage {
  limit: number;
  cursor?: string | undefined;
}

interface AuditUser {
  id: string;
  email: string;
  name: string | null;
}

export interface AuditLog {
  chain: string;
  /** Newest first. */
  entries: VisibleEntry[];
  /** The known users who made the entries, by id. */
  users: Map<string, AuditUser>;
  /** What the targets of the entries are called, by id, as far as the catalog still knows. */
  names: Map<string, string>;
  length: number;
  /** Null if it covers something that the reader may not see. */
  headHash: string | null;
  firstBadSeq: number | null;
  entriesChecked: number;
  nextCursor: string | null;
}

/** Every workbook has at least the entry of its creation. */
export async function readWorkbookLog(
  service: Service,
  caller: Caller,
  workbookId: string,
  page: AuditPage,
): Promise<AuditLog> {
  const log = await readAuditLog(service, { id: workbookId, isNeverEmpty: true }, page);
  const entries = await visibleEntries(service, caller, workbookId, log.sealed);
  const names = await namesOf(service.catalog.db, workbookId, entries);
  return { ...log, entries, names, headHash: await visibleHead(service, caller, log) };
}

/** Reads the newest entry, which need not be on the page. */
async function visibleHead(
  service: Service,
  caller: Caller,
  { chain, length, headHash }: AuditLog,
): Promise<string | null> {
  const newest = await newestEntries(service.catalog.db, chain, { upTo: length, limit: 1 });
  const visible = await visibleEntries(service, caller, chain, newest);
  return visible.some(({ isPartial }) => isPartial) ? null : headHash;
}

/** The log of an account, or of the user who owns it: sign-ins and the creation of accounts. */
export async function readAccountLog(
  service: Service,
  caller: Caller,
  input: AuditPage & { accountId?: string | undefined; log: 'account' | 'user' },
): Promise<AuditLog> {
  const { credential } = caller;
  requireWholeAccount(caller, 'read the audit log of its account');
  if (input.log === 'user') {
    if (credential.kind !== 'session') throw problem('owner-session-required');
    return await readAuditLog(service, { id: caller.userId, isNeverEmpty: true }, input);
  }
  const { id } = await resolveAccount(service, caller, input.accountId);
  return await readAuditLog(service, { id, isNeverEmpty: false }, input);
}

/** Within the range of sequence numbers in both databases. */
const isSeq = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Math.abs(value as number) < 2 ** 31;

/** A page of a chain, and whether the whole chain is unaltered. */
export async function readAuditLog(
  { catalog }: Pick<Service, 'catalog'>,
  chain: { id: string; isNeverEmpty: boolean },
  { limit, cursor }: AuditPage,
): Promise<AuditLog & { sealed: SealedEntry[] }> {
  const before = cursor === undefined ? undefined : decodeCursor(cursor, isSeq);
  const stored = await readChain(catalog.db, chain.id);
  const { head, lastSeq } = stored;
  const newest = Math.min(lastSeq, before === undefined ? lastSeq : before - 1);
  // One more than is shown: its hash is the link that the page continues.
  const found = await newestEntries(catalog.db, chain.id, { upTo: newest, limit: limit + 1 });
  const entries = found.slice(0, limit);
  const older = found[limit];
  const log = {
    chain: chain.id,
    sealed: entries,
    entries: unredacted(entries),
    users: await usersOf(catalog.db, entries),
    names: new Map<string, string>(),
    length: head?.length ?? 0,
    headHash: head?.hash ?? genesis.hash,
    nextCursor: older ? encodeCursor(Math.ceil(entries.at(-1)?.seq as number)) : null,
  };
  if (head === null && lastSeq === 0)
    return { ...log, firstBadSeq: chain.isNeverEmpty ? 1 : null, entriesChecked: 0 };
  const shown = {
    after: older ? { length: older.seq, hash: older.hash } : genesis,
    entries: entries.toReversed(),
    upTo: newest,
  };
  return { ...log, ...(await verifyChain(catalog, chain.id, stored, shown)) };
}

async function usersOf(db: Db, entries: readonly SealedEntry[]): Promise<Map<string, AuditUser>> {
  const ids = [...new Set(entries.flatMap(({ userId }) => userId ?? []))];
  if (ids.length === 0) return new Map();
  const users = await db.selectFrom('users').select(['id', 'email', 'name']).where('id', 'in', ids).execute();
  return new Map(users.map((user) => [user.id, user]));
}

/** Names of tables, files and transforms; deleted tables keep theirs while they can come back. */
async function namesOf(
  db: Db,
  workbookId: string,
  entries: readonly { target: string | null }[],
): Promise<Map<string, string>> {
  const ids = [...new Set(entries.flatMap(({ target }) => target ?? []))];
  if (ids.length === 0) return new Map();
  const named = await Promise.all(
    (['all_tables', 'sources', 'transforms'] as const).map((kind) =>
      db
        .selectFrom(kind)
        .select(['id', 'name'])
        .where('workbook_id', '=', workbookId)
        .where('id', 'in', ids)
        .execute(),
    ),
  );
  return new Map(named.flat().map(({ id, name }) => [id, name]));
}
