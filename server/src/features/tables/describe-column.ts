import type { Service } from '../../service.js';
import type { Caller } from '../caller.js';
import { type ChangedTable, changeColumns, replaceColumn, requireColumn } from './change-columns.js';

/** Says what a column means; that is no write to its values, so no version is asked for. */
export async function describeColumn(
  service: Service,
  caller: Caller,
  place: { workbookId: string; table: string; column: string },
  input: { description: string | null; dryRun?: boolean | undefined },
): Promise<ChangedTable> {
  const table = await service.data.table(caller, place.workbookId, place.table);
  const { id, name } = requireColumn(table, place.column);
  const { description } = input;
  return await changeColumns(service, caller, table, {
    expectedVersion: null,
    dryRun: input.dryRun,
    opKind: 'column.describe',
    request: {
      method: 'PUT',
      path: `columns/${encodeURIComponent(name)}/description`,
      body: { description },
    },
    leavesFresh: true,
    edit: (columns) => replaceColumn(columns, id, (column) => ({ ...column, description })),
  });
}
