import type { BlobStore } from '../blobs/blob-store.js';
import type { Catalog, Db } from '../catalog/catalog.js';

/** A blob is spared while it is young: the transaction that will refer to it may still be under way. */
export async function sweepBlobs(deps: { catalog: Catalog; blobs: BlobStore }, before: Date): Promise<void> {
  const { catalog, blobs } = deps;
  for await (const { hash, modifiedAt } of blobs.list()) {
    if (modifiedAt >= before || (await isReferred(catalog.db, hash))) continue;
    const again = await blobs.stat(hash);
    if (again && again.modifiedAt < before) await blobs.delete(hash);
  }
}

async function isReferred(db: Db, hash: string): Promise<boolean> {
  const referrers = await Promise.all([
    db.selectFrom('sources').select('id').where('blob_hash', '=', hash).limit(1).executeTakeFirst(),
    db
      .selectFrom('source_revisions')
      .select('source_id')
      .where('blob_hash', '=', hash)
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('table_landings')
      .select('table_id')
      .where('blob_hash', '=', hash)
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('table_segments')
      .select('table_id')
      .where('blob_hash', '=', hash)
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('upload_slots')
      .select('id')
      .where('blob_hash', '=', hash)
      .where('status', '=', 'uploaded')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('structured_tables')
      .select('table_id')
      .where('provenance_hash', '=', hash)
      .limit(1)
      .executeTakeFirst(),
    db.selectFrom('results').select('id').where('blob_hash', '=', hash).limit(1).executeTakeFirst(),
  ]);
  if (referrers.some((referrer) => referrer !== undefined)) return true;
  const waiting = await db
    .selectFrom('jobs')
    .select('id')
    .where('status', 'in', ['pending', 'running'])
    .where('input', 'like', `%${hash}%`)
    .executeTakeFirst();
  return waiting !== undefined;
}
