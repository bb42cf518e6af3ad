import { sql } from 'kysely';
import { BlobDamaged, BlobMissing, type BlobStore } from '../../blobs/blob-store.js';
import { allReferencedBlobs } from '../../catalog/blobs.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Db } from '../../catalog/db.js';

interface BlobFinding {
  hash: string;
  state: 'damaged' | 'missing' | 'restored';
  /** What needs the blob, such as `table "sales" of workbook "Sales"`. */
  neededBy: string[];
}

export interface VerifiedBlobs {
  checked: number;
  findings: BlobFinding[];
}

/** Reads every blob that the catalog refers to, and reports damaged and missing ones. */
export async function verifyBlobs(
  { catalog, blobs }: { catalog: Catalog; blobs: BlobStore },
  { restore = false }: { restore?: boolean } = {},
): Promise<VerifiedBlobs> {
  const seen = new Set<string>();
  const findings: BlobFinding[] = [];
  for await (const hashes of allReferencedBlobs(catalog.db)) {
    for (const hash of hashes) {
      if (seen.has(hash)) continue;
      seen.add(hash);
      let state: BlobFinding['state'] | undefined = await stateOf(blobs, hash);
      if (state === 'missing' && restore && (await restoreBlob({ catalog, blobs }, hash))) state = 'restored';
      if (state) findings.push({ hash, state, neededBy: await neededBy(catalog.db, hash) });
    }
  }
  return { checked: seen.size, findings };
}

async function stateOf(blobs: BlobStore, hash: string): Promise<'damaged' | 'missing' | undefined> {
  try {
    for await (const _ of await blobs.read(hash));
    return undefined;
  } catch (error) {
    if (error instanceof BlobMissing) return 'missing';
    if (error instanceof BlobDamaged) return 'damaged';
    throw error;
  }
}

async function restoreBlob(
  { catalog, blobs }: { catalog: Catalog; blobs: BlobStore },
  hash: string,
): Promise<boolean> {
  if (!(await blobs.restoreFromTrash(hash))) return false;
  // The copy in the trash is deleted by a later sweep.
  await catalog.db.updateTable('blobs').set({ released_at: null }).where('hash', '=', hash).execute();
  return (await stateOf(blobs, hash)) === undefined;
}

async function neededBy(db: Db, hash: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string; name: string; title: string }>`
    select distinct kind, name, workbooks.title from (
      select 'source' as kind, name, workbook_id from sources where blob_hash = ${hash}
      union select 'source', sources.name, sources.workbook_id from source_revisions
        join sources on sources.id = source_id where source_revisions.blob_hash = ${hash}
      union select 'table', name, workbook_id from table_segments
        join all_tables on all_tables.id = table_id where blob_hash = ${hash}
      union select 'table', name, workbook_id from segment_files
        join all_tables on all_tables.id = table_id where blob_hash = ${hash}
      union select 'table', name, workbook_id from table_landings
        join all_tables on all_tables.id = table_id where blob_hash = ${hash}
      union select 'table', name, workbook_id from structured_tables
        join all_tables on all_tables.id = table_id where provenance_hash = ${hash}
      union select 'branch', filename, workbook_id from branch_bases
        join branches on branches.id = branch_id where blob_hash = ${hash}
      union select 'upload', filename, workbook_id from upload_slots where blob_hash = ${hash}
      union select 'result', id, workbook_id from results where blob_hash = ${hash}
      union select 'parquet copy', id, workbook_id from parquet_copies
        join parquet_copy_files on copy_id = id where blob_hash = ${hash}
    ) as needed join workbooks on workbooks.id = workbook_id
    order by kind, name`.execute(db);
  return rows.map(({ kind, name, title }) => `${kind} "${name}" of workbook "${title}"`);
}
