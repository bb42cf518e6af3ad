import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.js';

/** Results have a size that counts towards an account's limit, and the row count before truncation. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('results').addColumn('total_rows', 'bigint').execute();
  await db.schema
    .alterTable('results')
    .addColumn('bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('results').addColumn('account_id', 'text').execute();
  await sql`
    update results set
      bytes = coalesce(length(rows), 0),
      total_rows = case when capped = 1 then null else row_count end,
      account_id = (
        select workspaces.account_id from workbooks join workspaces on workspaces.id = workbooks.workspace_id
        where workbooks.id = results.workbook_id
      )
  `.execute(db);
  await db.schema
    .createIndex('results_by_account')
    .on('results')
    .columns(['account_id', 'created_at', 'bytes'])
    .execute();
}
