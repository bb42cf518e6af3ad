import type { OpKind } from '@workbook-data-service/contract/messages/recorded';
import type { Change, CommitOptions } from '../../catalog/change.js';
import { setTableDescription } from '../../catalog/table-records.js';
import { auditActionOf } from '../../core/audit-actions.js';
import type { Operation } from '../../core/operations.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { type ChangedTable, viewOf } from './change-columns.js';
import { editTable } from './edit-table.js';

/** Sets the description of a table. */
export async function describeTable(
  service: Service,
  caller: Caller,
  place: TablePlace,
  input: { description: string | null; dryRun?: boolean | undefined },
  commit: CommitOptions,
): Promise<ChangedTable> {
  const { description } = input;
  const find = () => service.data.as(caller).describe(place.workbookId, place.table);
  const plan =
    ({ record: { id, workbook_id: workbookId } }: GovernedTable) =>
    async (c: Change) => {
      await lockTable(c, id, null);
      await setTableDescription(c, id, description);
      const table = await viewOf(c, caller, workbookId, id);
      const operation = { operation: 'describeTable', input: { description } } as const;
      const opId = await recordDescription(c, table, 'table.describe', operation);
      return { table, opId, stale: [] };
    };
  return await editTable(service, caller, { ...input, expectedVersion: null }, { find, plan }, commit);
}

/** Records op, audit entry and event of a changed description. */
export async function recordDescription(
  c: Change,
  { record, version }: GovernedTable,
  kind: OpKind,
  operation: Operation,
): Promise<number> {
  const { id: tableId, workbook_id: workbookId, name } = record;
  const opId = await c.op({ workbookId, kind, tableId, operation });
  await c.audit({ chain: workbookId, action: auditActionOf(kind), target: tableId, detail: { op_id: opId } });
  c.emit(workbookId, 'artifact.updated', {
    name,
    artifact_id: tableId,
    edit_version: version,
    op_id: opId,
  });
  return opId;
}
