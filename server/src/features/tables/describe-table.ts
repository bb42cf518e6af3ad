import { change } from '../../catalog/change.js';
import type { Service } from '../../service.js';
import { lockTable } from '../../workbook/lock-table.js';
import { refreshSearchText } from '../../workbook/search-text.js';
import type { Caller } from '../caller.js';
import { type ChangedTable, viewOf } from './change-columns.js';

/** Says what a table is about. */
export async function describeTable(
  service: Service,
  caller: Caller,
  place: { workbookId: string; table: string },
  input: { description: string | null; dryRun?: boolean | undefined },
): Promise<ChangedTable> {
  const { workbookId } = place;
  const { description, dryRun } = input;
  const { row } = await service.data.describe(caller, workbookId, place.table);
  return await change(
    service.catalog,
    caller,
    async (c) => {
      await lockTable(c, row.id, null);
      await c.tx.updateTable('tables').set({ description }).where('id', '=', row.id).execute();
      await refreshSearchText(c, row.id);
      const opId = await c.op({
        workbookId,
        kind: 'table.describe',
        tableId: row.id,
        request: { method: 'PUT', path: 'description', body: { description } },
      });
      const table = await viewOf(c, caller, workbookId, row.id);
      await c.audit({
        chain: workbookId,
        action: 'table.describe',
        target: row.id,
        detail: { op_id: opId },
      });
      c.emit(workbookId, 'artifact.updated', {
        name: table.row.name,
        artifact_id: row.id,
        edit_version: table.version,
        op_id: opId,
      });
      return { table, opId, stale: [], dryRun: dryRun ?? false };
    },
    { dryRun },
  );
}
