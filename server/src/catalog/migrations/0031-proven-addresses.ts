import { type Kysely, sql } from 'kysely';

/**
 * Whose e-mail address is proven, whom owners have confirmed, who waits for that, and links that were mailed.
 *
 * Of the users of earlier releases, two kinds count as proven: the first, whom the operator made, and those whom a sign-in
 * with OpenID Connect made. Of the others nobody knows who holds their address, also of those who had a password before
 * they were linked to an identity. They keep what they are members of, and get nothing new until they are proven.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its time, not those of today.
export async function up(db: Kysely<any>): Promise<void> {
  const { schema } = db;

  await schema.alterTable('users').addColumn('proven_at', 'text').execute();
  await schema.alterTable('users').addColumn('proven_by', 'text').execute();
  await sql`
    update users set proven_at = created_at, proven_by = 'operator'
    where id = (select min(id) from users)
  `.execute(db);
  await sql`
    update users set proven_at = created_at, proven_by = 'oidc'
    where proven_at is null and exists (
      select 1 from user_identities
      where user_identities.user_id = users.id and user_identities.created_at = users.created_at
    )
  `.execute(db);

  await schema
    .alterTable('invitations')
    .addColumn('mailed_only', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();

  await schema
    .createTable('confirmed_users')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('confirmed_by', 'text', (c) => c.notNull())
    .addColumn('confirmed_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('confirmed_users_pk', ['account_id', 'user_id'])
    .execute();
  await schema.createIndex('confirmed_users_by_user').on('confirmed_users').column('user_id').execute();

  await schema
    .createTable('unconfirmed_members')
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('base_role', 'text', (c) => c.notNull())
    .addColumn('custom_roles', 'text', (c) => c.notNull())
    .addColumn('invited_by', 'text', (c) => c.notNull())
    .addColumn('accepted_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('unconfirmed_members_pk', ['workspace_id', 'user_id'])
    .execute();
  await schema
    .createIndex('unconfirmed_members_by_user')
    .on('unconfirmed_members')
    .column('user_id')
    .execute();

  await schema
    .createTable('mailed_links')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('mailed_links_by_user')
    .on('mailed_links')
    .columns(['user_id', 'purpose'])
    .execute();
  await schema.createIndex('mailed_links_by_expiry').on('mailed_links').column('expires_at').execute();
}
