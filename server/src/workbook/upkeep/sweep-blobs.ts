import { setImmediate as breathe } from 'node:timers/promises';
import { referencedBlobs } from '../../catalog/blobs.js';
import type { Catalog } from '../../catalog/catalog.js';
import { type Stores, storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';
import { beginSweep } from './blob-binding.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const PAGE = 500;

interface SweepOptions {
  now: Date;
  /** How long an unreferenced blob stays in place, and then again in the trash. */
  graceDays: number;
}

export interface SweptBlobs {
  /** How many were deleted at once, because they can be computed again. */
  discarded: number;
  /** How many were moved to the trash, and how many left it for good. */
  trashed: number;
  deleted: number;
  /** Blobs that were in the trash although they are referenced. */
  restored: string[];
}

/**
 * Removes blobs that this catalog has written and no longer refers to: first released in place, then moved to the
 * trash, then deleted. Undefined if this catalog may not sweep the store.
 */
export async function sweepBlobs(
  data: WorkbookData,
  { now, graceDays }: SweepOptions,
): Promise<SweptBlobs | undefined> {
  const stores = storesOf(data);
  if (!(await beginSweep(stores))) return undefined;
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await release(stores, now.toISOString(), ago);
  const discarded = await discard(stores, ago(HOUR_MS));
  const trashed = await moveToTrash(stores, now.toISOString(), ago(graceDays * DAY_MS));
  return { discarded, trashed, ...(await emptyTrash(stores, ago(graceDays * DAY_MS))) };
}

/** Marks unreferenced blobs as released. Recent ones are spared: a transaction may be about to refer to them. */
async function release({ catalog }: Stores, now: string, ago: (ms: number) => string): Promise<void> {
  let after = '';
  for (;;) {
    const page = await catalog.db
      .selectFrom('blobs')
      .select(['hash', 'released_at'])
      .where('hash', '>', after)
      .where('trashed_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb('written_at', '<', ago(DAY_MS)),
          eb.and([eb('disposable', '=', 1), eb('written_at', '<', ago(HOUR_MS))]),
        ]),
      )
      .orderBy('hash')
      .limit(PAGE)
      .execute();
    const last = page.at(-1);
    if (!last) return;
    after = last.hash;
    const referred = await referencedBlobs(
      catalog.db,
      page.map(({ hash }) => hash),
    );
    const setReleased = async (hashes: string[], released_at: string | null) => {
      if (hashes.length === 0) return;
      await catalog.db.updateTable('blobs').set({ released_at }).where('hash', 'in', hashes).execute();
    };
    const hashes = (wanted: (blob: { hash: string; released_at: string | null }) => boolean) =>
      page.filter(wanted).map(({ hash }) => hash);
    await setReleased(
      hashes(({ hash, released_at }) => released_at === null && !referred.has(hash)),
      now,
    );
    await setReleased(
      hashes(({ hash, released_at }) => released_at !== null && referred.has(hash)),
      null,
    );
    await breathe();
  }
}

/** Results can be computed again, so they are deleted without going to the trash. */
async function discard({ catalog, blobs }: Stores, before: string): Promise<number> {
  const released = await catalog.db
    .selectFrom('blobs')
    .select('hash')
    .where('released_at', '<', before)
    .where('disposable', '=', 1)
    .where('trashed_at', 'is', null)
    .execute();
  let discarded = 0;
  for (const { hash } of released) {
    await whileReleased(catalog, hash, before, async (tx) => {
      await blobs.delete(hash);
      await tx.deleteFrom('blobs').where('hash', '=', hash).execute();
      discarded += 1;
    });
  }
  return discarded;
}

async function moveToTrash({ catalog, blobs }: Stores, now: string, before: string): Promise<number> {
  const released = await catalog.db
    .selectFrom('blobs')
    .select('hash')
    .where('released_at', '<', before)
    .where('disposable', '=', 0)
    .where('trashed_at', 'is', null)
    .execute();
  let trashed = 0;
  for (const { hash } of released) {
    await blobs.copyToTrash(hash);
    await whileReleased(catalog, hash, before, async (tx) => {
      await blobs.delete(hash);
      await tx.updateTable('blobs').set({ trashed_at: now }).where('hash', '=', hash).execute();
      trashed += 1;
    });
  }
  return trashed;
}

/**
 * Runs `work` if the blob is still released, in a transaction that locks its row. A put of the same bytes updates
 * the row first: so either the blob is spared, or the put waits and then has to write the bytes again.
 */
async function whileReleased(
  catalog: Catalog,
  hash: string,
  before: string,
  work: (tx: Parameters<Parameters<Catalog['transaction']>[0]>[0]) => Promise<void>,
): Promise<void> {
  await catalog.transaction(async (tx) => {
    const locked = await tx
      .updateTable('blobs')
      .set((eb) => ({ released_at: eb.ref('released_at') }))
      .where('hash', '=', hash)
      .where('released_at', '<', before)
      .returning('hash')
      .executeTakeFirst();
    if (locked && !(await referencedBlobs(tx, [hash])).has(hash)) await work(tx);
  });
}

async function emptyTrash(
  { catalog, blobs }: Stores,
  before: string,
): Promise<Pick<SweptBlobs, 'deleted' | 'restored'>> {
  const old = await catalog.db.selectFrom('blobs').select('hash').where('trashed_at', '<', before).execute();
  const restored: string[] = [];
  for (const { hash } of old) {
    const isReferred = (await referencedBlobs(catalog.db, [hash])).has(hash);
    if (isReferred && !(await blobs.stat(hash)) && (await blobs.restoreFromTrash(hash))) restored.push(hash);
    await blobs.deleteFromTrash(hash);
    await catalog.transaction(async (tx) => {
      // The row of a blob that was written again stays.
      await tx.updateTable('blobs').set({ trashed_at: null }).where('hash', '=', hash).execute();
      if (!isReferred)
        await tx.deleteFrom('blobs').where('hash', '=', hash).where('released_at', 'is not', null).execute();
      else await tx.updateTable('blobs').set({ released_at: null }).where('hash', '=', hash).execute();
    });
  }
  return { deleted: old.length - restored.length, restored };
}
