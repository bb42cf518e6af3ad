import type { Kysely } from 'kysely';

/** Tracked files and their versions, grants to read drives, sign-in by OpenID Connect, and bindings to external sheets. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its time, not those of today.
export async function up(db: Kysely<any>): Promise<void> {
  const { schema } = db;

  await schema.alterTable('sources').addColumn('provenance', 'text').execute();

  await schema
    .createTable('file_links')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('workbook_id', 'text', (c) => c.notNull().references('workbooks.id').onDelete('cascade'))
    .addColumn('source_id', 'text', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('filename', 'text', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('external_id', 'text')
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addUniqueConstraint('file_links_source_key', ['source_id'])
    .execute();
  await schema
    .createIndex('file_links_by_workbook')
    .on('file_links')
    .columns(['workbook_id', 'id'])
    .execute();

  await schema
    .createTable('file_link_versions')
    .addColumn('link_id', 'text', (c) => c.notNull().references('file_links.id').onDelete('cascade'))
    .addColumn('n', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('filename', 'text', (c) => c.notNull())
    .addColumn('blob_hash', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('modified_by', 'text')
    .addColumn('modified', 'text')
    .addColumn('external_version', 'text')
    .addColumn('snapshot_id', 'text')
    .addColumn('op_id', 'integer', (c) => c.notNull())
    .addColumn('synced_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('file_link_versions_pk', ['link_id', 'n'])
    .execute();
  await schema
    .createIndex('file_link_versions_by_blob')
    .on('file_link_versions')
    .column('blob_hash')
    .execute();

  await schema
    .createTable('sync_bindings')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('workbook_id', 'text', (c) => c.notNull().references('workbooks.id').onDelete('cascade'))
    .addColumn('table_id', 'text', (c) => c.notNull().references('all_tables.id').onDelete('cascade'))
    .addColumn('external_kind', 'text', (c) => c.notNull())
    .addColumn('external_ref', 'text', (c) => c.notNull())
    .addColumn('direction', 'text', (c) => c.notNull())
    .addColumn('ownership_map', 'text')
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addUniqueConstraint('sync_bindings_sheet_key', ['workbook_id', 'external_kind', 'external_ref'])
    .execute();
  await schema.createIndex('sync_bindings_by_table').on('sync_bindings').column('table_id').execute();

  await schema
    .createTable('user_identities')
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('user_identities_pk', ['issuer', 'subject'])
    .execute();
  await schema.createIndex('user_identities_by_user').on('user_identities').column('user_id').execute();

  await schema
    .createTable('authorization_flows')
    .addColumn('state_hash', 'text', (c) => c.primaryKey())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('secrets', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('authorization_flows_by_expiry')
    .on('authorization_flows')
    .column('expires_at')
    .execute();
  await schema
    .createIndex('authorization_flows_by_user')
    .on('authorization_flows')
    .column('user_id')
    .execute();

  await schema
    .createTable('drive_grants')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('refresh_token', 'text', (c) => c.notNull())
    .addColumn('account', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('drive_grants_pk', ['user_id', 'provider'])
    .execute();
}
