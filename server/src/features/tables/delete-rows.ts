import { say } from '@workbook-data-service/contract/messages';
import type { Change, CommitOptions } from '../../catalog/change.js';
import { fieldError, problem } from '../../core/problems.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import { appendVersion } from '../../workbook/writing/write-tables.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { type EditInput, editTable } from './edit-table.js';
import { writableTable } from './writable-table.js';

export interface DeleteInput extends EditInput {
  rowIds: number[];
}

export interface Deleted {
  version: number;
  opId: number;
  deleted: number;
  stale: string[];
  dryRun: boolean;
}

/** Deletes rows, all or nothing. Their ids are never reused. */
export async function deleteRows(
  service: Service,
  caller: Caller,
  place: TablePlace,
  input: DeleteInput,
  commit: CommitOptions,
): Promise<Deleted> {
  const { rowIds, expectedVersion, actor } = input;
  const find = () => writableTable(service, caller, place);
  const plan = (table: ReadableTable) => {
    if (new Set(rowIds).size < rowIds.length) {
      throw problem('invalid-request', say('row-ids-repeated'), {
        members: { errors: [fieldError('/row_ids', say('field-repeated-ids'))] },
      });
    }
    return async (c: Change) => {
      const { version, opId, stale } = await appendVersion(c, {
        workbookId: table.record.workbook_id,
        tableId: table.record.id,
        expectedVersion,
        opKind: 'rows.delete',
        actor,
        operation: { operation: 'deleteRows', input: { rowIds, expectedVersion } },
        rows: rowIds.map((rowId) => ({ kind: 'delete', rowId })),
      });
      return { version, opId, deleted: rowIds.length, stale };
    };
  };
  return await editTable(service, caller, input, { find, plan }, commit);
}
