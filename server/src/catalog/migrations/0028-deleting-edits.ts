import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.js';

/**
 * Finds deleted rows without reading all earlier edits of each row that is written. Building it keeps writers of
 * PostgreSQL waiting, so an operator may have built it before (docs/operations.md).
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createIndex('row_edits_that_delete')
    .ifNotExists()
    .on('row_edits')
    .columns(['table_id', 'row_id', 'version'])
    .where(sql<boolean>`kind = 'delete'`)
    .execute();
}
