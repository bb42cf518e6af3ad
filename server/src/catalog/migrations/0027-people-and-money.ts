import { type Kysely, sql } from 'kysely';
import { newId } from '../../core/ids.js';

/** Invitations, private workbooks, settings of workspaces, usage by day, the ledger of credits, billing. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its time, not those of today.
export async function up(db: Kysely<any>): Promise<void> {
  const { schema } = db;

  await schema
    .alterTable('workbooks')
    .addColumn('visibility', 'text', (c) => c.notNull().defaultTo('workspace'))
    .execute();
  await schema.alterTable('workspaces').addColumn('preprocess_rules', 'text').execute();
  await schema.alterTable('workspaces').addColumn('idp_config', 'text').execute();
  await schema
    .createIndex('workspace_members_by_user')
    .on('workspace_members')
    .columns(['user_id', 'workspace_id'])
    .execute();

  await schema
    .createTable('invitations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('workspace_id', 'text', (c) => c.notNull().references('workspaces.id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('base_role', 'text', (c) => c.notNull())
    .addColumn('custom_roles', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('invitations_token_unique', ['token_hash'])
    .addUniqueConstraint('invitations_email_unique', ['workspace_id', 'email'])
    .execute();
  await schema.createIndex('invitations_by_email').on('invitations').column('email').execute();

  await schema
    .createTable('account_days')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('requests', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('ops', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('storage_bytes', 'bigint')
    .addColumn('tables', 'bigint')
    .addPrimaryKeyConstraint('account_days_pk', ['account_id', 'day'])
    .execute();

  await becomeLedger(db);

  await schema
    .createTable('billing')
    .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id').onDelete('cascade'))
    .addColumn('customer_id', 'text')
    .addColumn('subscription_id', 'text')
    .addColumn('subscription_status', 'text')
    .addColumn('subscription_plan', 'text')
    .addColumn('subscription_interval', 'text')
    .addColumn('current_period_end', 'text')
    .addColumn('usage_billing', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('card_id', 'text')
    .addColumn('card_brand', 'text')
    .addColumn('card_last4', 'text')
    .addColumn('auto_topup', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('auto_topup_amount', 'integer', (c) => c.notNull())
    .addColumn('auto_topup_threshold', 'integer', (c) => c.notNull())
    .addColumn('auto_topup_stopped', 'text')
    .addColumn('overage_stopped', 'text')
    .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('billing_by_customer').on('billing').column('customer_id').execute();

  await schema
    .createTable('charges')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('credits', 'integer', (c) => c.notNull())
    .addColumn('amount', 'integer', (c) => c.notNull())
    .addColumn('customer_id', 'text', (c) => c.notNull())
    .addColumn('card_id', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('payment_id', 'text')
    .addColumn('error', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'text')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('finished_at', 'text')
    .execute();
  await schema.createIndex('charges_by_account').on('charges').columns(['account_id', 'id']).execute();
  await sql`create unique index charges_pending on charges (account_id, purpose) where state = 'pending'`.execute(
    db,
  );
  await sql`create index charges_due on charges (next_attempt_at) where next_attempt_at is not null`.execute(
    db,
  );

  await schema
    .createTable('stripe_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('received_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('stripe_events_by_time').on('stripe_events').column('received_at').execute();
}

/**
 * What was a list of spendings becomes a ledger: credits gained are positive, credits spent negative, and the sum over
 * a bucket is what it holds, as `credit_balances` says too. What was spent before is balanced by one opening entry of each account.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above.
async function becomeLedger(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('credit_entries')
    .addColumn('bucket', 'text', (c) => c.notNull().defaultTo('monthly'))
    .execute();
  await sql`update credit_entries set credits = -credits`.execute(db);
  const spent = await db
    .selectFrom('credit_entries')
    .select(['account_id', (eb) => eb.fn.sum<number>('credits').as('credits')])
    .groupBy('account_id')
    .execute();
  for (const { account_id, credits } of spent)
    await db
      .insertInto('credit_entries')
      .values({
        id: newId('crd'),
        account_id,
        workbook_id: null,
        kind: 'opening',
        subject: 'opening',
        bucket: 'monthly',
        credits: -Number(credits),
        created_at: new Date().toISOString(),
      })
      .execute();
  await sql`
    create unique index credit_entries_once on credit_entries (account_id, kind, subject, bucket)
    where kind not in ('structuring', 'review')
  `.execute(db);
  await db.schema
    .createIndex('credit_entries_by_subject')
    .on('credit_entries')
    .columns(['account_id', 'kind', 'subject'])
    .execute();
  await db.schema
    .createTable('credit_balances')
    .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id').onDelete('cascade'))
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('granted', 'bigint', (c) => c.notNull())
    .addColumn('monthly', 'bigint', (c) => c.notNull())
    .addColumn('prepaid', 'bigint', (c) => c.notNull())
    .addColumn('overage', 'bigint', (c) => c.notNull())
    .addColumn('uncharged', 'bigint', (c) => c.notNull())
    .addColumn('arrears', 'bigint', (c) => c.notNull())
    .execute();
  await sql`create index credit_balances_owed on credit_balances (account_id) where overage < 0`.execute(db);
}
