import type { Selectable } from 'kysely';
import { type ChainLink, genesisHash, type SealedEntry } from '../core/audit-chain.js';
import type { Catalog } from './catalog.js';
import type { Db } from './db.js';
import type { Schema } from './schema.js';

/** The state of a chain in the catalog, read at one moment. */
export interface StoredChain {
  /** Null if the chain was never begun or its head was removed. */
  head: SignedLink | null;
  /** The highest sequence number among the entries; 0 without any. */
  lastSeq: number;
  checkpoint: Checkpoint;
}

interface SignedLink extends ChainLink {
  mac: string | null;
}

/** How much of a chain is already verified. */
interface Checkpoint {
  verified: ChainLink;
  /** How much of the verified part the current round of re-verification has covered. */
  recheckedLength: number;
  /** How often a trigger saw an entry change, which should never happen. */
  disturbances: number;
}

/** Reads head and entries in one statement, so that a concurrent append shows in both or in neither. */
export async function readChain(db: Db, chain: string): Promise<StoredChain> {
  const found = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('audit_entries')
        .select((of) => of.fn.max('seq').as('last_seq'))
        .where('chain', '=', chain)
        .as('entries'),
    )
    .leftJoin('audit_chains', (join) => join.on('audit_chains.chain', '=', chain))
    .selectAll('audit_chains')
    .select('entries.last_seq')
    .executeTakeFirstOrThrow();
  return {
    head:
      found.head_hash === null
        ? null
        : { length: Number(found.length), hash: found.head_hash, mac: found.head_mac },
    lastSeq: found.last_seq ?? 0,
    checkpoint: {
      verified: { length: found.verified_length ?? 0, hash: found.verified_hash ?? genesisHash },
      recheckedLength: found.rechecked_length ?? 0,
      disturbances: found.disturbances ?? 0,
    },
  };
}

/** Moves the checkpoint, unless another reader has moved it or an entry was disturbed since `from` was read. */
export async function moveCheckpoint(
  catalog: Catalog,
  chain: string,
  from: Checkpoint,
  to: Pick<Checkpoint, 'verified' | 'recheckedLength'>,
): Promise<void> {
  await catalog.transaction((tx) =>
    tx
      .updateTable('audit_chains')
      .set({
        verified_length: to.verified.length,
        verified_hash: to.verified.hash,
        rechecked_length: to.recheckedLength,
      })
      .where('chain', '=', chain)
      .where('verified_length', '=', from.verified.length)
      .where('rechecked_length', '=', from.recheckedLength)
      .where('disturbances', '=', from.disturbances)
      .execute(),
  );
}

interface EntryRange {
  /** Exclusive; if absent, begins with the first entry, even one with a forged sequence number below 1. */
  after?: number | undefined;
  upTo?: number | undefined;
  limit: number;
}

export async function oldestEntries(db: Db, chain: string, range: EntryRange): Promise<SealedEntry[]> {
  return (await entriesIn(db, chain, range).orderBy('seq').execute()).map(sealed);
}

export async function newestEntries(db: Db, chain: string, range: EntryRange): Promise<SealedEntry[]> {
  return (await entriesIn(db, chain, range).orderBy('seq', 'desc').execute()).map(sealed);
}

function entriesIn(db: Db, chain: string, { after, upTo, limit }: EntryRange) {
  return db
    .selectFrom('audit_entries')
    .selectAll()
    .where('chain', '=', chain)
    .$if(after !== undefined, (query) => query.where('seq', '>', after as number))
    .$if(upTo !== undefined, (query) => query.where('seq', '<=', upTo as number))
    .limit(limit);
}

function sealed(row: Selectable<Schema['audit_entries']>): SealedEntry {
  const { user_id: userId, credential_id: credentialId, request_id: requestId, prev_hash: prevHash } = row;
  const { chain, seq, at, action, target, detail, hash } = row;
  return { chain, seq, at, userId, credentialId, requestId, action, target, detail, prevHash, hash };
}
