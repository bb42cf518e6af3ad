import { setImmediate as nextTurn } from 'node:timers/promises';
import { latestAnchor } from '../../catalog/anchors.js';
import { moveCheckpoint, oldestEntries, type StoredChain } from '../../catalog/audit-entries.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Db } from '../../catalog/db.js';
import { type ChainLink, firstBreak, genesis, type SealedEntry, signHead } from '../../core/audit-chain.js';

const BATCH = 500;

/** Each read verifies again the next slice of this many verified entries, because triggers can be bypassed. */
const RECHECKED_EACH_TIME = 1000;

interface Verdict {
  /** The first entry that is missing or altered; null if the chain is intact. */
  firstBadSeq: number | null;
  /** How many entries were read to verify the chain. */
  entriesChecked: number;
}

/** The entries about to be shown, oldest first, and the link that they continue. */
interface ShownEntries {
  after: ChainLink;
  entries: readonly SealedEntry[];
  /** The sequence number that the last entry should have. */
  upTo: number;
}

/**
 * Verifies the entries appended since the checkpoint, the entries shown, and a slice of the rest. Entries up to the
 * head never change, so no lock is needed, and writers go on meanwhile.
 */
export async function verifyChain(
  catalog: Catalog,
  chain: string,
  stored: StoredChain,
  shown: ShownEntries,
): Promise<Verdict> {
  const { head, lastSeq, checkpoint } = stored;
  const shownBreak = breakInShown(shown);
  let entriesChecked = shown.entries.length;
  if (head === null) return { firstBadSeq: shownBreak ?? lastSeq + 1, entriesChecked };

  const { verified } = checkpoint;
  const isCheckpointValid =
    verified.length <= Math.min(head.length, lastSeq) &&
    (shownBreak === null || shownBreak > verified.length);
  const recheck = isCheckpointValid
    ? await recheckSlice(catalog.db, chain, verified, checkpoint.recheckedLength)
    : null;
  const from = recheck?.sound ? verified : genesis;
  const tail = await follow(catalog.db, chain, from, head.length);
  entriesChecked += (recheck?.checked ?? 0) + tail.checked;

  const recheckedLength = recheck?.sound ? recheck.recheckedLength : 0;
  if (tail.reached.length !== verified.length || recheckedLength !== checkpoint.recheckedLength)
    await moveCheckpoint(catalog, chain, checkpoint, { verified: tail.reached, recheckedLength });

  const isSigned = head.mac === signHead(catalog.keys.audit, chain, head);
  const breaks = [
    shownBreak,
    tail.brokenAt,
    tail.brokenAt === null ? endBreak(stored, tail.reached) : null,
    await anchorBreak(catalog.db, chain, head),
    // The hashes match but the service did not sign the head; which entry was altered is unknown.
    isSigned ? null : Math.max(head.length, 1),
  ];
  const found = breaks.filter((seq) => seq !== null);
  return { firstBadSeq: found.length === 0 ? null : Math.min(...found), entriesChecked };
}

function breakInShown({ after, entries, upTo }: ShownEntries): number | null {
  const end = after.length + entries.length;
  return firstBreak(entries, after) ?? (end < upTo ? end + 1 : null);
}

/** The break if all entries are sound but do not end where the head says. */
function endBreak({ head, lastSeq }: StoredChain, reached: ChainLink): number | null {
  if (reached.hash !== head?.hash) return reached.length;
  return lastSeq === reached.length ? null : reached.length + 1;
}

/** The break if the chain does not match its anchor in the account's chain. */
async function anchorBreak(db: Db, chain: string, head: ChainLink): Promise<number | null> {
  const anchor = await latestAnchor(db, chain);
  if (anchor === null) return null;
  if (anchor.length > head.length) return head.length + 1;
  return (await linkAt(db, chain, anchor.length)).hash === anchor.hash ? null : anchor.length;
}

/** Verifies the next slice of entries that were verified before, starting over after the last slice. */
async function recheckSlice(
  db: Db,
  chain: string,
  verified: ChainLink,
  recheckedLength: number,
): Promise<{ sound: boolean; recheckedLength: number; checked: number }> {
  const start = recheckedLength < verified.length ? recheckedLength : 0;
  const end = Math.min(start + RECHECKED_EACH_TIME, verified.length);
  const from = await linkAt(db, chain, start);
  const { reached, brokenAt, checked } = await follow(db, chain, from, end);
  const reachesVerified = end < verified.length || reached.hash === verified.hash;
  return {
    sound: brokenAt === null && reachesVerified,
    recheckedLength: end < verified.length ? end : 0,
    checked,
  };
}

/** If the entry is missing, the hash is one that no entry continues. */
async function linkAt(db: Db, chain: string, seq: number): Promise<ChainLink> {
  if (seq === 0) return genesis;
  const [entry] = await oldestEntries(db, chain, { after: seq - 1, upTo: seq, limit: 1 });
  return { length: seq, hash: entry?.hash ?? '' };
}

interface Followed {
  /** The last sound link. */
  reached: ChainLink;
  brokenAt: number | null;
  checked: number;
}

/** Follows the chain from a link to this length or the first break, yielding to other work between batches. */
async function follow(db: Db, chain: string, from: ChainLink, length: number): Promise<Followed> {
  let reached = from;
  let checked = 0;
  while (reached.length < length) {
    const entries = await oldestEntries(db, chain, {
      after: reached.length === 0 ? undefined : reached.length,
      upTo: length,
      limit: BATCH,
    });
    checked += entries.length;
    const brokenAt = entries.length === 0 ? reached.length + 1 : firstBreak(entries, reached);
    const sound = brokenAt === null ? entries : entries.slice(0, brokenAt - 1 - reached.length);
    const last = sound.at(-1);
    if (last) reached = { length: last.seq, hash: last.hash };
    if (brokenAt !== null) return { reached, brokenAt, checked };
    await nextTurn();
  }
  return { reached, brokenAt: null, checked };
}
