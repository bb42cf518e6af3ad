import type { Change, CommitOptions } from '../../catalog/change.js';
import { setTableState as setState } from '../../catalog/table-records.js';
import type { TableRecord } from '../../catalog/tables.js';
import { auditActionOf } from '../../core/audit-actions.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { editTable } from './edit-table.js';

export interface ArchivedTable {
  row: TableRecord;
  /** Null if the table already was in that state. */
  opId: number | null;
  dryRun: boolean;
}

const kinds = { archived: 'table.archive', active: 'table.unarchive' } as const;

/** Archives or unarchives a table; its rows, lineage and history do not change. */
export async function setTableState(
  service: Service,
  caller: Caller,
  place: TablePlace,
  input: { state: 'active' | 'archived'; dryRun?: boolean | undefined },
  commit: CommitOptions,
): Promise<ArchivedTable> {
  const { workbookId } = place;
  const { state } = input;
  const kind = kinds[state];
  const find = () => service.data.as(caller).describe(workbookId, place.table);
  const plan =
    ({ record: { id } }: GovernedTable) =>
    async (c: Change) => {
      const row = await lockTable(c, id, null);
      if (row.state === state) {
        await c.audit({
          chain: workbookId,
          action: auditActionOf(kind),
          target: id,
          detail: { unchanged: true },
        });
        return { row, opId: null };
      }
      const opId = await c.op({
        workbookId,
        kind,
        tableId: id,
        operation: { operation: 'setTableState', input: { state } },
      });
      await c.audit({ chain: workbookId, action: auditActionOf(kind), target: id, detail: { op_id: opId } });
      return { row: await setState(c, id, state, opId), opId };
    };
  return await editTable(service, caller, { ...input, expectedVersion: null }, { find, plan }, commit);
}
