import type { Change, CommitOptions } from '../../catalog/change.js';
import { partId } from '../../catalog/op-states.js';
import { columnsAt, setColumns } from '../../catalog/tables.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import type { Caller } from '../caller.js';
import type { ColumnPlace } from '../places.js';
import type { Service } from '../service.js';
import { type ChangedTable, replaceColumn, requireColumn, viewOf } from './change-columns.js';
import { recordDescription } from './describe-table.js';
import { editTable } from './edit-table.js';

/** Sets the description of a column. Its values do not change, so no version is added or expected. */
export async function describeColumn(
  service: Service,
  caller: Caller,
  place: ColumnPlace,
  input: { description: string | null; dryRun?: boolean | undefined },
  commit: CommitOptions,
): Promise<ChangedTable> {
  const { description } = input;
  const find = () => service.data.as(caller).table(place.workbookId, place.table);
  const plan = (readable: ReadableTable) => {
    const { id, name } = requireColumn(readable, place.column);
    const { id: tableId, workbook_id: workbookId } = readable.record;
    return async (c: Change) => {
      const { edit_version: version } = await lockTable(c, tableId, null);
      const columns = await columnsAt(c.tx, tableId, version);
      const described = replaceColumn(columns, id, (column) => {
        c.keepBefore('column-description', partId(tableId, id), { description: column.description });
        return { ...column, description };
      });
      await setColumns(c.tx, { tableId, version }, described);
      const table = await viewOf(c, caller, workbookId, tableId);
      const operation = { operation: 'describeColumn', input: { column: name, description } } as const;
      const opId = await recordDescription(c, table, 'column.describe', operation);
      return { table, opId, stale: [] };
    };
  };
  return await editTable(service, caller, { ...input, expectedVersion: null }, { find, plan }, commit);
}
