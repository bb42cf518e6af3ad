import { type CommitOptions, change } from '../../catalog/change.js';
import type { TableRecord } from '../../catalog/tables.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';

export interface ArchivedTable {
  row: TableRecord;
  /** Null where the table was in that state already. */
  opId: number | null;
  dryRun: boolean;
}

const actions = {
  archived: { kind: 'table.archive', path: 'archive' },
  active: { kind: 'table.unarchive', path: 'unarchive' },
} as const;

/** Puts a table aside, or takes it up again; its rows, lineage and history stay as they are. */
export async function setTableState(
  service: Service,
  caller: Caller,
  place: TablePlace,
  input: { state: 'active' | 'archived'; dryRun?: boolean | undefined },
  commit: CommitOptions = {},
): Promise<ArchivedTable> {
  const { workbookId } = place;
  const { state, dryRun = false } = input;
  const { kind, path } = actions[state];
  const { row } = await service.data.as(caller).describe(workbookId, place.table);
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const held = await lockTable(c, row.id, null);
      if (held.state === state) {
        await c.audit({ chain: workbookId, action: kind, target: row.id, detail: { unchanged: true } });
        return { row: held, opId: null, dryRun };
      }
      await c.tx.updateTable('tables').set({ state }).where('id', '=', row.id).execute();
      const opId = await c.op({ workbookId, kind, tableId: row.id, request: { method: 'POST', path } });
      await c.audit({ chain: workbookId, action: kind, target: row.id, detail: { op_id: opId } });
      c.emit(workbookId, 'artifact.updated', {
        name: held.name,
        artifact_id: row.id,
        edit_version: held.edit_version,
        op_id: opId,
        state,
      });
      return { row: { ...held, state }, opId, dryRun };
    },
    { ...commit, dryRun },
  );
}
