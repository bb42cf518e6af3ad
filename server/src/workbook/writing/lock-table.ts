import type { Change } from '../../catalog/change.js';
import type { TableRecord } from '../../catalog/tables.js';
import { problem } from '../../core/problems.js';
import { versionConflict } from './write-tables.js';

/**
 * Holds a table until the change commits, so that what is read of it stays true: touching its row makes
 * other writers wait on both databases.
 */
export async function lockTable(
  change: Change,
  tableId: string,
  expectedVersion: number | null,
): Promise<TableRecord> {
  const row = await change.tx
    .updateTable('tables')
    .set({ updated_at: change.at })
    .where('id', '=', tableId)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw problem('not-found', 'The table was deleted.');
  if (expectedVersion !== null && row.edit_version !== expectedVersion)
    throw versionConflict(row.edit_version, expectedVersion);
  return row;
}
