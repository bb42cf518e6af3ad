import { type Kysely, sql } from 'kysely';

/**
 * Snapshots, labels and branches. A deleted table that one of them names keeps its record and its log in `all_tables`;
 * `tables` becomes the view of those that are not deleted.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its time, not those of today.
export async function up(db: Kysely<any>): Promise<void> {
  const { schema } = db;

  await schema.alterTable('tables').renameTo('all_tables').execute();
  await schema.alterTable('all_tables').addColumn('deleted_at', 'text').execute();
  await sql`create view tables as
    select id, workbook_id, name, name_key, kind, state, description, edit_version, row_count, next_row_id, source_id,
      source_sheet, search_text, stale_since, tail_edits, tail_bytes, created_at, updated_at
    from all_tables where deleted_at is null`.execute(db);

  await schema.alterTable('table_segments').addColumn('edits_after', 'integer').execute();
  await sql`update table_segments set edits_after = version`.execute(db);
  await schema
    .alterTable('table_versions')
    .addColumn('rewrites', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  // A segment at its own version may be a compaction, which rewrites nothing; nothing tells which.
  await sql`update table_versions set rewrites = 1 where exists (
    select 1 from table_segments
    where table_segments.table_id = table_versions.table_id
      and table_segments.version = table_versions.version)`.execute(db);

  await schema
    .createTable('snapshots')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('workbook_id', 'text', (c) => c.notNull().references('workbooks.id').onDelete('cascade'))
    .addColumn('summary', 'text', (c) => c.notNull())
    .addColumn('event_type', 'text', (c) => c.notNull())
    .addColumn('automatic', 'integer', (c) => c.notNull())
    .addColumn('op_id', 'integer', (c) => c.notNull())
    .addColumn('actor', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('snapshots_by_workbook').on('snapshots').columns(['workbook_id', 'id']).execute();

  await schema
    .createTable('snapshot_tables')
    .addColumn('snapshot_id', 'text', (c) => c.notNull().references('snapshots.id').onDelete('cascade'))
    .addColumn('table_id', 'text', (c) => c.notNull().references('all_tables.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('edit_version', 'integer', (c) => c.notNull())
    .addColumn('row_count', 'bigint', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('annotations', 'text')
    .addPrimaryKeyConstraint('snapshot_tables_pk', ['snapshot_id', 'table_id'])
    .execute();
  await schema.createIndex('snapshot_tables_by_table').on('snapshot_tables').column('table_id').execute();

  await schema
    .createTable('snapshot_transforms')
    .addColumn('snapshot_id', 'text', (c) => c.notNull().references('snapshots.id').onDelete('cascade'))
    .addColumn('transform_id', 'text', (c) => c.notNull())
    .addColumn('definition', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('snapshot_transforms_pk', ['snapshot_id', 'transform_id'])
    .execute();

  await schema
    .createTable('snapshot_labels')
    .addColumn('workbook_id', 'text', (c) => c.notNull().references('workbooks.id').onDelete('cascade'))
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('snapshot_id', 'text', (c) => c.notNull().references('snapshots.id').onDelete('cascade'))
    .addColumn('summary', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('snapshot_labels_pk', ['workbook_id', 'label'])
    .execute();

  await schema
    .createTable('branches')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('workbook_id', 'text', (c) => c.notNull().references('workbooks.id').onDelete('cascade'))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('filename', 'text', (c) => c.notNull())
    .addColumn('op_id', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('closed_at', 'text')
    .execute();
  await schema.createIndex('branches_by_workbook').on('branches').columns(['workbook_id', 'id']).execute();

  await schema
    .createTable('branch_bases')
    .addColumn('branch_id', 'text', (c) => c.notNull().references('branches.id').onDelete('cascade'))
    .addColumn('table_id', 'text', (c) => c.notNull().references('all_tables.id').onDelete('cascade'))
    .addColumn('op_id', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('columns', 'text', (c) => c.notNull())
    .addColumn('row_count', 'bigint', (c) => c.notNull())
    .addColumn('blob_hash', 'text')
    .addPrimaryKeyConstraint('branch_bases_pk', ['branch_id', 'table_id', 'op_id'])
    .execute();
  await schema.createIndex('branch_bases_by_table').on('branch_bases').column('table_id').execute();
  await schema.createIndex('branch_bases_by_blob').on('branch_bases').column('blob_hash').execute();
}
