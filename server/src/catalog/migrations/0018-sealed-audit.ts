import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.js';

/**
 * The head of a chain is signed with a key that is not in the database. Heads of workbooks are anchored in the chain of
 * their account; the index finds the latest anchor of a workbook.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('audit_chains').addColumn('head_mac', 'text').execute();
  await db.schema
    .alterTable('audit_chains')
    .addColumn('anchored_length', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`create index audit_anchors on audit_entries (target, seq) where action = 'audit.anchor'`.execute(
    db,
  );
  await db.schema.createIndex('credentials_by_issuer').on('credentials').column('created_by').execute();
}
