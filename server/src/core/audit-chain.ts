import { createHmac, hash } from 'node:crypto';

/** The facts of an audit entry; its hash covers these and the hash of the entry before it. */
export interface AuditFacts {
  chain: string;
  seq: number;
  at: string;
  userId: string | null;
  credentialId: string | null;
  requestId: string | null;
  action: string;
  target: string | null;
  /** JSON text, hashed as stored. */
  detail: string;
}

export interface SealedEntry extends AuditFacts {
  prevHash: string;
  hash: string;
}

export const genesisHash = '0'.repeat(64);

export function seal(facts: AuditFacts, prevHash: string): SealedEntry {
  const { chain, seq, at, userId, credentialId, requestId, action, target, detail } = facts;
  const covered = JSON.stringify([
    prevHash,
    chain,
    seq,
    at,
    userId,
    credentialId,
    requestId,
    action,
    target,
    detail,
  ]);
  return { ...facts, prevHash, hash: hash('sha256', covered) };
}

/** A position in a chain: the number of entries so far and the hash of the last one. */
export interface ChainLink {
  length: number;
  hash: string;
}

export const genesis: ChainLink = { length: 0, hash: genesisHash };

/**
 * Signs the end of a chain. Without the key nobody can recompute the chain or cut it off: the hash of the
 * head covers every entry, and signatures of earlier heads are not kept.
 */
export function signHead(key: Uint8Array, chain: string, head: ChainLink): string {
  const covered = JSON.stringify([chain, head.length, head.hash]);
  return createHmac('sha256', key).update(covered).digest('hex');
}

/** Shows whether a key is the one used before, and reveals nothing else about it. */
export function keyCheck(key: Uint8Array): string {
  return createHmac('sha256', key).update('key check').digest('hex');
}

/**
 * The first sequence number at which entries, oldest first, do not continue the chain from a link; or null.
 */
export function firstBreak(entries: readonly SealedEntry[], from: ChainLink): number | null {
  let { length, hash } = from;
  for (const entry of entries) {
    length++;
    const isNext = entry.seq === length && entry.prevHash === hash;
    if (!isNext || entry.hash !== seal(entry, hash).hash) return length;
    hash = entry.hash;
  }
  return null;
}
