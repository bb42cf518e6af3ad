import { type Kysely, sql } from 'kysely';

/** The blobs that this catalog has written, so that it never deletes others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('blobs')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('disposable', 'integer', (c) => c.notNull())
    .addColumn('written_at', 'text', (c) => c.notNull())
    .addColumn('released_at', 'text')
    .addColumn('trashed_at', 'text')
    .execute();
  await db.schema.createIndex('blobs_by_release').on('blobs').column('released_at').execute();
  await db.schema.createIndex('blobs_by_trash').on('blobs').column('trashed_at').execute();
  await db.schema
    .createIndex('structured_tables_by_provenance')
    .on('structured_tables')
    .column('provenance_hash')
    .execute();
  // Blobs from earlier releases are known only if something refers to them.
  await sql`
    insert into blobs (hash, size, disposable, written_at)
    select hash, max(size), min(disposable), '2000-01-01T00:00:00.000Z' from (
      select blob_hash as hash, size, 0 as disposable from sources
      union all select blob_hash, size, 0 from source_revisions
      union all select blob_hash, 0, 0 from table_landings
      union all select blob_hash, size, 0 from table_segments
      union all select provenance_hash, 0, 0 from structured_tables
      union all select blob_hash, size, 0 from upload_slots where blob_hash is not null
      union all select blob_hash, 0, 1 from results where blob_hash is not null
    ) as referred
    group by hash`.execute(db);
}
