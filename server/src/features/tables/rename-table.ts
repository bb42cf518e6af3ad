import type { Change, CommitOptions } from '../../catalog/change.js';
import { setTableName } from '../../catalog/table-records.js';
import { violatedKey } from '../../catalog/unique-keys.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import { appendVersion } from '../../workbook/writing/write-tables.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { type ChangedTable, viewOf } from './change-columns.js';
import { checkTableName, nameTaken } from './create-table.js';
import { type EditInput, editTable } from './edit-table.js';

/** Renames a table. Everything else refers to it by its id. */
export async function renameTable(
  service: Service,
  caller: Caller,
  place: TablePlace,
  input: EditInput & { name: string },
  commit: CommitOptions,
): Promise<ChangedTable> {
  const { name, expectedVersion, actor } = input;
  const find = () => service.data.as(caller).describe(place.workbookId, place.table);
  const plan = (table: GovernedTable) => {
    checkTableName(name);
    return async (c: Change) => {
      const { id: tableId, workbook_id: workbookId } = table.record;
      await lockTable(c, tableId, expectedVersion);
      await setTableName(c, tableId, name);
      const { opId, stale } = await appendVersion(c, {
        workbookId,
        tableId,
        expectedVersion,
        opKind: 'table.rename',
        actor,
        operation: { operation: 'renameTable', input: { name, expectedVersion } },
        leavesFresh: true,
      });
      return { table: await viewOf(c, caller, workbookId, tableId), opId, stale };
    };
  };
  try {
    return await editTable(service, caller, input, { find, plan }, commit);
  } catch (error) {
    if (violatedKey(error) === 'tables_name_unique') throw nameTaken(name);
    throw error;
  }
}
