import { type Kysely, sql } from 'kysely';

/** Events in the order of their commits, webhooks and their deliveries, sheets and charts. */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its time, not those of today.
export async function up(db: Kysely<any>): Promise<void> {
  const { schema } = db;

  await schema.alterTable('outbox').addColumn('position', 'bigint').execute();
  await schema.createIndex('outbox_by_position').unique().on('outbox').column('position').execute();
  await schema.createIndex('outbox_by_workbook').on('outbox').columns(['workbook_id', 'position']).execute();
  await sql`create index outbox_unpublished on outbox (id) where position is null`.execute(db);
  await schema
    .createTable('event_counter')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('last_position', 'bigint', (c) => c.notNull())
    .execute();
  await db.insertInto('event_counter').values({ id: 1, last_position: 0 }).execute();

  await schema
    .createTable('webhooks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('cascade'))
    .addColumn('resource', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('ended_reason', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('due_at', 'text')
    .addColumn('paused_until', 'text')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'text')
    .execute();
  await schema.createIndex('webhooks_by_user').on('webhooks').columns(['user_id', 'id']).execute();
  await schema.createIndex('webhooks_by_account').on('webhooks').column('account_id').execute();
  await schema.createIndex('webhooks_due').on('webhooks').column('due_at').execute();

  await schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('webhook_id', 'text', (c) => c.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('event_id', 'text', (c) => c.notNull())
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addColumn('workbook_id', 'text')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('event_at', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('last_status', 'integer')
    .addColumn('last_error', 'text')
    .addColumn('next_attempt_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('webhook_deliveries_by_webhook')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'id'])
    .execute();
  await sql`
    create index webhook_deliveries_queue on webhook_deliveries (webhook_id, position, id, next_attempt_at)
    where next_attempt_at is not null
  `.execute(db);
  await schema
    .createIndex('webhook_deliveries_by_time')
    .on('webhook_deliveries')
    .column('created_at')
    .execute();

  await schema
    .createTable('sheets')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('workbook_id', 'text', (c) => c.notNull().references('workbooks.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('title', 'text')
    .addColumn('spec', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('sheets_name_unique', ['workbook_id', 'name_key'])
    .execute();

  await schema
    .createTable('charts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('workbook_id', 'text', (c) => c.notNull().references('workbooks.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('chart_type', 'text', (c) => c.notNull())
    .addColumn('table_id', 'text', (c) => c.notNull())
    .addColumn('title', 'text')
    .addColumn('recipe', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('charts_name_unique', ['workbook_id', 'name_key'])
    .execute();

  await schema
    .createTable('snapshot_outputs')
    .addColumn('snapshot_id', 'text', (c) => c.notNull().references('snapshots.id').onDelete('cascade'))
    .addColumn('output_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('definition', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('snapshot_outputs_pk', ['snapshot_id', 'output_id'])
    .execute();
}
