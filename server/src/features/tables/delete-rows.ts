import { type CommitOptions, change } from '../../catalog/change.js';
import { problem } from '../../core/problems.js';
import { appendVersion } from '../../workbook/writing/write-tables.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { withChangesSince, writableTable } from './writable-table.js';

export interface DeleteInput {
  rowIds: number[];
  expectedVersion: number | null;
  actor?: string | null | undefined;
  dryRun?: boolean | undefined;
}

export interface Deleted {
  version: number;
  opId: number;
  deleted: number;
  stale: string[];
  dryRun: boolean;
}

/** Deletes rows, all or nothing. Their ids are never given out again. */
export async function deleteRows(
  service: Service,
  caller: Caller,
  { workbookId, table: name }: TablePlace,
  input: DeleteInput,
  commit: CommitOptions = {},
): Promise<Deleted> {
  const table = await writableTable(service, caller, { workbookId, table: name });
  const { rowIds, expectedVersion, actor, dryRun } = input;
  if (new Set(rowIds).size < rowIds.length) {
    throw problem('invalid-request', 'A row id is there more than once.', {
      members: { errors: [{ path: '/row_ids', message: 'has an id more than once' }] },
    });
  }
  return await withChangesSince(service, table, expectedVersion, () =>
    change(
      service.catalog,
      caller,
      async (c) => {
        const appended = await appendVersion(c, {
          workbookId,
          tableId: table.row.id,
          expectedVersion,
          opKind: 'rows.delete',
          actor,
          request: {
            method: 'POST',
            path: 'rows/delete',
            body: { row_ids: rowIds, expected_version: expectedVersion },
          },
          rows: rowIds.map((rowId) => ({ kind: 'delete', rowId })),
        });
        const stale = appended.stale.map((derived) => derived.name);
        return {
          version: appended.version,
          opId: appended.opId,
          deleted: rowIds.length,
          stale,
          dryRun: dryRun ?? false,
        };
      },
      { ...commit, dryRun },
    ),
  );
}
