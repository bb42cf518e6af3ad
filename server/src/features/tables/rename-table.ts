import { type CommitOptions, change } from '../../catalog/change.js';
import { nameKey } from '../../catalog/tables.js';
import { violatedKey } from '../../catalog/unique-keys.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import { refreshSearchText } from '../../workbook/writing/search-text.js';
import { appendVersion } from '../../workbook/writing/write-tables.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { type ChangedTable, type ColumnsInput, viewOf } from './change-columns.js';
import { checkTableName, nameTaken } from './create-table.js';
import { withChangesSince } from './writable-table.js';

/** Gives a table another name. Everything else hangs on its id and follows. */
export async function renameTable(
  service: Service,
  caller: Caller,
  place: TablePlace,
  input: ColumnsInput & { name: string },
  commit: CommitOptions = {},
): Promise<ChangedTable> {
  const { workbookId } = place;
  const { name, expectedVersion, actor, dryRun } = input;
  const table = await service.data.as(caller).describe(workbookId, place.table);
  const tableId = table.row.id;
  checkTableName(name);
  try {
    return await withChangesSince(service, table, expectedVersion, () =>
      change(
        service.catalog,
        caller,
        async (c) => {
          await lockTable(c, tableId, expectedVersion);
          await c.tx
            .updateTable('tables')
            .set({ name, name_key: nameKey(name) })
            .where('id', '=', tableId)
            .execute();
          const { opId, stale } = await appendVersion(c, {
            workbookId,
            tableId,
            expectedVersion,
            opKind: 'table.rename',
            actor,
            request: { method: 'PATCH', path: '', body: { name, expected_version: expectedVersion } },
            leavesFresh: true,
          });
          await refreshSearchText(c, tableId);
          return {
            table: await viewOf(c, caller, workbookId, tableId),
            opId,
            stale: stale.map((derived) => derived.name),
            dryRun: dryRun ?? false,
          };
        },
        { ...commit, dryRun },
      ),
    );
  } catch (error) {
    if (violatedKey(error) === 'tables_name_unique') throw nameTaken(name);
    throw error;
  }
}
