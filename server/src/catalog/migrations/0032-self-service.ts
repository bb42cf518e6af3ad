import type { Kysely } from 'kysely';

/** Where sessions and credentials are used, second factors, and users who have deleted themselves. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its time, not those of today.
export async function up(db: Kysely<any>): Promise<void> {
  const { schema } = db;

  await schema.alterTable('sessions').addColumn('device', 'text').execute();
  await schema.alterTable('sessions').addColumn('address', 'text').execute();
  await schema.alterTable('sessions').addColumn('last_used_at', 'text').execute();
  await schema.alterTable('sessions').addColumn('proved_at', 'text').execute();
  await schema.createIndex('sessions_by_user').on('sessions').columns(['user_id', 'id']).execute();
  await schema.alterTable('credentials').addColumn('last_used_at', 'text').execute();
  await schema.alterTable('users').addColumn('deleted_at', 'text').execute();
  await schema
    .alterTable('workspaces')
    .addColumn('requires_second_factor', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();

  await schema
    .createTable('totp_secrets')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('confirmed_at', 'text')
    .addColumn('last_step', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();

  await schema
    .createTable('passkeys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('credential_id', 'text', (c) => c.notNull())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_used_at', 'text')
    .addUniqueConstraint('passkeys_credential_unique', ['credential_id'])
    .execute();
  await schema.createIndex('passkeys_by_user').on('passkeys').columns(['user_id', 'id']).execute();

  await schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recovery_codes_pk', ['user_id', 'code_hash'])
    .execute();
}
