import { createHash } from 'node:crypto';

/** What an audit entry says; its hash covers this and the hash of the entry before it. */
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
  return { ...facts, prevHash, hash: createHash('sha256').update(covered).digest('hex') };
}

/** Entries oldest first, held against the head that is kept apart from them, so that a cut tail shows. */
export function chainIsValid(
  entries: readonly SealedEntry[],
  head: { length: number; hash: string },
): boolean {
  let prevHash = genesisHash;
  for (const [index, entry] of entries.entries()) {
    if (entry.seq !== index + 1 || entry.hash !== seal(entry, prevHash).hash) return false;
    prevHash = entry.hash;
  }
  return entries.length === head.length && prevHash === head.hash;
}
