import { say } from '@workbook-data-service/contract/messages';
import type { Change } from '../../catalog/change.js';
import { lockTableRecord } from '../../catalog/table-records.js';
import type { TableRecord } from '../../catalog/tables.js';
import { problem } from '../../core/problems.js';
import { versionConflict } from './write-tables.js';

/** Locks a table until the change commits, so that values read from it stay valid. */
export async function lockTable(
  change: Change,
  tableId: string,
  expectedVersion: number | null,
): Promise<TableRecord> {
  const row = await lockTableRecord(change, tableId);
  if (!row) throw problem('not-found', say('table-deleted'));
  if (expectedVersion !== null && row.edit_version !== expectedVersion)
    throw versionConflict(row.edit_version, expectedVersion);
  return row;
}
