import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';

export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('parse_specs')
    .addColumn('source_id', 'text', (c) => c.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('spec_version', 'integer', (c) => c.notNull())
    .addColumn('sheets', 'text', (c) => c.notNull())
    .addColumn('made_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('parse_specs_pk', ['source_id', 'spec_version'])
    .execute();
  // Not columns of `sources`, because they can be large.
  await db.schema
    .createTable('source_findings')
    .addColumn('source_id', 'text', (c) => c.primaryKey().references('sources.id').onDelete('cascade'))
    .addColumn('coverage', 'text', (c) => c.notNull())
    .addColumn('reconciliation', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('structured_tables')
    .addColumn('table_id', 'text', (c) => c.primaryKey().references('tables.id').onDelete('cascade'))
    .addColumn('raw_table_id', 'text', (c) => c.references('tables.id').onDelete('set null'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('spec_version', 'integer')
    .addColumn('provenance_hash', 'text', (c) => c.notNull())
    .execute();
  await db.schema.alterTable('sources').addColumn('failure', 'text').execute();
  await db.schema
    .createTable('credit_entries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('workbook_id', 'text')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('credits', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('credit_entries_by_account')
    .on('credit_entries')
    .columns(['account_id', 'created_at'])
    .execute();
}
