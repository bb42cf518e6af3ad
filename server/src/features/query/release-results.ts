import type { Catalog } from '../../catalog/catalog.js';
import type { Tx } from '../../catalog/db.js';
import { dropResultFiles } from '../../workbook/upkeep/drop-files.js';
import type { WorkbookData } from '../../workbook/workbook-data.js';

/** Hashes of files that no result refers to anymore. */
export type DroppedFiles = string[];

const BATCH = 500;

interface StoredResult {
  id: string;
  bytes: number;
  blob_hash: string | null;
}

/** Expires the oldest results of an account until the others are within its limit; never the newest one. */
export async function evictOldest(
  tx: Tx,
  request: { accountId: string; maxBytes: number; keep: string; now: Date },
): Promise<DroppedFiles> {
  const { accountId, maxBytes, keep, now } = request;
  const { stored } = await tx
    .selectFrom('results')
    .select((eb) => eb.fn.sum<number | string | null>('bytes').as('stored'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const dropped: DroppedFiles = [];
  for (let over = Number(stored ?? 0) - maxBytes; over > 0; ) {
    const oldest = await tx
      .selectFrom('results')
      .select(['id', 'bytes', 'blob_hash'])
      .where('account_id', '=', accountId)
      .where('bytes', '>', 0)
      .where('id', '!=', keep)
      .orderBy('created_at')
      .orderBy('id')
      .limit(BATCH)
      .execute();
    if (oldest.length === 0) break;
    const leaving: StoredResult[] = [];
    for (const result of oldest) {
      if (over <= 0) break;
      leaving.push(result);
      over -= result.bytes;
    }
    dropped.push(...(await release(tx, leaving, now)));
  }
  return dropped;
}

/** Releases the content of expired results; their records stay for another day. */
export async function releaseExpired(catalog: Catalog, data: WorkbookData, now: Date): Promise<void> {
  for (;;) {
    const { count, dropped } = await catalog.transaction(async (tx) => {
      const expired = await tx
        .selectFrom('results')
        .select(['id', 'bytes', 'blob_hash'])
        .where('expires_at', '<=', now.toISOString())
        .where('bytes', '>', 0)
        .limit(BATCH)
        .execute();
      return { count: expired.length, dropped: await release(tx, expired) };
    });
    await dropResultFiles(data, dropped);
    if (count < BATCH) return;
  }
}

/** Releases the content of results; given a time, also sets it as their expiry. */
async function release(tx: Tx, results: readonly StoredResult[], expireAt?: Date): Promise<DroppedFiles> {
  if (results.length === 0) return [];
  await tx
    .updateTable('results')
    .set({
      rows: null,
      blob_hash: null,
      bytes: 0,
      ...(expireAt && { expires_at: expireAt.toISOString() }),
    })
    .where(
      'id',
      'in',
      results.map(({ id }) => id),
    )
    .execute();
  const hashes = [...new Set(results.flatMap(({ blob_hash }) => blob_hash ?? []))];
  if (hashes.length === 0) return [];
  const shared = await tx
    .selectFrom('results')
    .select('blob_hash')
    .where('blob_hash', 'in', hashes)
    .execute();
  return hashes.filter((hash) => !shared.some(({ blob_hash }) => blob_hash === hash));
}
