import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';

/** What ops changed beside rows and columns, as it was before them, so that they can be undone. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('op_states')
    .addColumn('workbook_id', 'text', (c) => c.notNull().references('workbooks.id').onDelete('cascade'))
    .addColumn('op_id', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('before', 'text')
    .addPrimaryKeyConstraint('op_states_pk', ['workbook_id', 'op_id', 'kind', 'object_id'])
    .execute();
}
