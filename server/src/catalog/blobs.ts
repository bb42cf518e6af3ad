import { sql } from 'kysely';
import type { Catalog } from './catalog.js';
import type { Db } from './db.js';

/**
 * Notes a blob before it is stored, so that one to which nothing comes to refer is found again. Writing the same
 * bytes again takes back that they were let go.
 */
export async function recordBlob(
  { db }: Catalog,
  { hash, size }: { hash: string; size: number },
  disposable: boolean,
): Promise<void> {
  await db
    .insertInto('blobs')
    .values({ hash, size, disposable: disposable ? 1 : 0, written_at: new Date().toISOString() })
    .onConflict((oc) =>
      oc.column('hash').doUpdateSet({
        size: sql`excluded.size`,
        disposable: sql`blobs.disposable * excluded.disposable`,
        written_at: sql`excluded.written_at`,
        released_at: null,
      }),
    )
    .execute();
}

/** Where the catalog refers to blobs. */
const referrers = [
  ['sources', 'blob_hash'],
  ['source_revisions', 'blob_hash'],
  ['table_landings', 'blob_hash'],
  ['table_segments', 'blob_hash'],
  ['structured_tables', 'provenance_hash'],
  ['upload_slots', 'blob_hash'],
  ['results', 'blob_hash'],
] as const;

/** Those of the given blobs that something in the catalog refers to. */
export async function referredBlobs(db: Db, hashes: string[]): Promise<Set<string>> {
  const referred = new Set<string>();
  if (hashes.length === 0) return referred;
  for (const [table, column] of referrers) {
    const { rows } = await sql<{ hash: string }>`
      select distinct ${sql.ref(column)} as hash from ${sql.table(table)}
      where ${sql.ref(column)} in (${sql.join(hashes)})
      ${table === 'upload_slots' ? sql`and status = 'uploaded'` : sql``}`.execute(db);
    for (const { hash } of rows) referred.add(hash);
  }
  const left = hashes.filter((hash) => !referred.has(hash));
  for (const hash of await blobsOfWaitingJobs(db, left)) referred.add(hash);
  return referred;
}

/** A job names the file that it will read in its input. */
async function blobsOfWaitingJobs(db: Db, hashes: string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const jobs = await db
    .selectFrom('jobs')
    .select('input')
    .where('status', 'in', ['pending', 'running'])
    .execute();
  return hashes.filter((hash) => jobs.some(({ input }) => input.includes(hash)));
}

/** Every blob that tables, sources and results need, page by page. */
export async function* allReferredBlobs(db: Db): AsyncGenerator<string[]> {
  for (const [table, column] of referrers) {
    let after = '';
    for (;;) {
      const { rows } = await sql<{ hash: string }>`
        select distinct ${sql.ref(column)} as hash from ${sql.table(table)}
        where ${sql.ref(column)} > ${after}
        ${table === 'upload_slots' ? sql`and status = 'uploaded'` : sql``}
        order by 1 limit ${PAGE}`.execute(db);
      if (rows.length === 0) break;
      yield rows.map(({ hash }) => hash);
      after = rows.at(-1)?.hash ?? '';
    }
  }
}

const PAGE = 500;
