import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';

/** Apps that users let act for them: who they are, what they were granted, and the codes and tokens by hash. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('oauth_clients')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('metadata', 'text', (c) => c.notNull())
    .addColumn('secret_hash', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('used_at', 'text')
    .execute();
  await db.schema
    .createIndex('oauth_clients_by_use')
    .on('oauth_clients')
    .columns(['used_at', 'created_at'])
    .execute();

  await db.schema
    .createTable('oauth_grants')
    .addColumn('id', 'text', (c) => c.primaryKey().references('credentials.id').onDelete('cascade'))
    .addColumn('client_id', 'text', (c) => c.notNull())
    .addColumn('client', 'text', (c) => c.notNull())
    .addColumn('audiences', 'text', (c) => c.notNull())
    .addColumn('ended_by', 'text')
    .execute();
  await db.schema.createIndex('oauth_grants_by_client').on('oauth_grants').column('client_id').execute();

  await db.schema
    .createTable('oauth_records')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('grant_id', 'text', (c) => c.references('credentials.id').onDelete('cascade'))
    .addColumn('user_code_hash', 'text', (c) => c.unique())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('consumed_at', 'text')
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('oauth_records_by_grant').on('oauth_records').column('grant_id').execute();
  await db.schema.createIndex('oauth_records_by_expiry').on('oauth_records').column('expires_at').execute();
}
