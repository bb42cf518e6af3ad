import { say } from '@workbook-data-service/contract/messages';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import type { Db } from '../../catalog/db.js';
import { deletedRows } from '../../catalog/row-edits.js';
import { fieldError, problem } from '../../core/problems.js';

const MAX_NAMED = 20;

/**
 * The ids of rows that do not exist. The log is enough to know: a row exists if its id was assigned and its last
 * edit did not delete it.
 */
export async function missingRows(
  db: Db,
  table: { id: string; next_row_id: number },
  rowIds: readonly number[],
): Promise<number[]> {
  return missingAmong(table, rowIds, await deletedRows(db, table.id, rowIds));
}

function missingAmong(
  table: { next_row_id: number },
  rowIds: readonly number[],
  deleted: ReadonlySet<number>,
): number[] {
  return rowIds.filter((id) => id >= table.next_row_id || deleted.has(id));
}

/** Refuses a write to rows that do not exist. */
export async function requireRows(
  db: Db,
  table: { id: string; next_row_id: number },
  rowIds: readonly number[],
): Promise<void> {
  refuseMissing(table, rowIds, await deletedRows(db, table.id, rowIds));
}

/** Like `requireRows`, for known deleted rows. */
export function refuseMissing(
  table: { next_row_id: number },
  rowIds: readonly number[],
  deleted: ReadonlySet<number>,
): void {
  const missing = missingAmong(table, rowIds, deleted);
  if (missing.length === 0) return;
  throw problem('invalid-request', say('rows-unknown', { rows: missing.slice(0, MAX_NAMED).join(', ') }), {
    fix: say('fix-rows-unknown', { id: ROW_ID }),
    members: {
      missing_row_ids: missing.slice(0, MAX_NAMED),
      errors: [fieldError('/rows', say('rows-absent', { row: missing[0] ?? 0 }))],
    },
  });
}
