// The only writer of `parquet_copies` and `parquet_copy_files`.
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from './db.js';
import type { Schema } from './schema.js';

export type ParquetCopy = Selectable<Schema['parquet_copies']>;
export type ParquetCopyFile = Selectable<Schema['parquet_copy_files']>;

/** A table at a version, and which of its columns are seen, and how. */
export interface CopiedView {
  tableId: string;
  version: number;
  digest: string;
}

export async function findParquetCopy(
  db: Db,
  { tableId, version, digest }: CopiedView,
): Promise<ParquetCopy | undefined> {
  return await db
    .selectFrom('parquet_copies')
    .selectAll()
    .where('table_id', '=', tableId)
    .where('version', '=', version)
    .where('view_digest', '=', digest)
    .executeTakeFirst();
}

export async function parquetCopyById(db: Db, id: string): Promise<ParquetCopy | undefined> {
  return await db.selectFrom('parquet_copies').selectAll().where('id', '=', id).executeTakeFirst();
}

/** By their positions. */
export async function filesOfParquetCopy(db: Db, copyId: string): Promise<ParquetCopyFile[]> {
  return await db
    .selectFrom('parquet_copy_files')
    .selectAll()
    .where('copy_id', '=', copyId)
    .orderBy('position')
    .execute();
}

const FILES_AT_ONCE = 500;

/** False if another node made the same copy meanwhile. */
export async function insertParquetCopy(
  tx: Tx,
  copy: Insertable<Schema['parquet_copies']>,
  files: readonly Omit<ParquetCopyFile, 'copy_id' | 'position'>[],
): Promise<boolean> {
  const inserted = await tx
    .insertInto('parquet_copies')
    .values(copy)
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return false;
  const rows = files.map((file, position) => ({ copy_id: copy.id, position, ...file }));
  for (let at = 0; at < rows.length; at += FILES_AT_ONCE)
    await tx
      .insertInto('parquet_copy_files')
      .values(rows.slice(at, at + FILES_AT_ONCE))
      .execute();
  return true;
}

export async function noteUseOfParquetCopy(db: Db, id: string, usedAt: string): Promise<void> {
  await db.updateTable('parquet_copies').set({ used_at: usedAt }).where('id', '=', id).execute();
}

/** Deletes the copies of an account that were used least recently, until the others are within its limit. */
export async function evictParquetCopies(
  tx: Tx,
  { accountId, maxBytes, keep }: { accountId: string; maxBytes: number; keep: string },
): Promise<void> {
  const copies = await tx
    .selectFrom('parquet_copies')
    .select(['id', 'bytes'])
    .where('account_id', '=', accountId)
    .orderBy('used_at')
    .orderBy('id')
    .execute();
  let over = copies.reduce((sum, { bytes }) => sum + Number(bytes), 0) - maxBytes;
  for (const { id, bytes } of copies) {
    if (over <= 0) return;
    if (id === keep) continue;
    await tx.deleteFrom('parquet_copies').where('id', '=', id).execute();
    over -= Number(bytes);
  }
}

/** Their files go when blobs are swept. */
export function deleteParquetCopiesUnusedSince(db: Db, time: string) {
  return db.deleteFrom('parquet_copies').where('used_at', '<=', time);
}
