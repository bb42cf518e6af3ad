import { say } from '@workbook-data-service/contract/messages';
import { BlobDamaged, BlobMissing, type BlobStore } from '../blobs/blob-store.js';
import type { Db } from '../catalog/db.js';
import { problem } from '../core/problems.js';

/** A local file with stored bytes of a table; if they are damaged or missing, the problem names the table. */
export async function pathOfTable(
  { db, blobs }: { db: Db; blobs: BlobStore },
  tableId: string,
  hash: string,
): Promise<string> {
  return await blobs.localPath(hash).catch(async (error) => {
    if (!isDamage(error)) throw error;
    const table = await db.selectFrom('tables').select('name').where('id', '=', tableId).executeTakeFirst();
    throw damaged(error, { table: table?.name ?? tableId });
  });
}

/** The same for an uploaded file. */
export async function pathOfSource(blobs: BlobStore, hash: string, filename: string): Promise<string> {
  return await blobs.localPath(hash).catch((error) => {
    throw isDamage(error) ? damaged(error, { source: filename }) : error;
  });
}

type Damage = BlobDamaged | BlobMissing;

export function isDamage(error: unknown): error is Damage {
  return error instanceof BlobDamaged || error instanceof BlobMissing;
}

export function damaged(error: Damage, owner: { table: string } | { source: string }) {
  const whose = 'table' in owner ? `table "${owner.table}"` : `file "${owner.source}"`;
  const found =
    error instanceof BlobMissing ? 'is missing from the blob store' : 'is not what was stored: it is damaged';
  return problem('damaged-data', say('stored-data', { what: whose, fault: found }), { members: owner });
}
