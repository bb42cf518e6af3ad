import type { Selectable } from 'kysely';
import { type ChainLink, genesisHash, type SealedEntry } from '../core/audit-chain.js';
import type { Catalog } from './catalog.js';
import type { Db } from './db.js';
import type { Schema } from './schema.js';

/** What the catalog says of a chain, at one moment. */
export interface StoredChain {
  /** Null where there is none: the chain was never begun, or its head was removed. */
  head: SignedLink | null;
  /** The highest sequence number among the entries; 0 without any. */
  lastSeq: number;
  checkpoint: Checkpoint;
}

export interface SignedLink extends ChainLink {
  mac: string | null;
}

/** How much of a chain was verified already. */
export interface Checkpoint {
  verified: ChainLink;
  /** How far the latest round of verifying the verified part again has come. */
  recheckedLength: number;
  /** How often the database saw entries change that never should. */
  disturbances: number;
}

/** One statement, so that entries which are just being appended are in the head as well, or in neither. */
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

/** Moves the checkpoint, unless another reader has meanwhile or an entry was disturbed since `from` was read. */
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

export interface EntryRange {
  /** Above this sequence number; absent to begin with whatever comes first, should that be below 1. */
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
