import { type CommitOptions, change } from '../../catalog/change.js';
import { columnsAt, setColumns } from '../../catalog/tables.js';
import { lockTable } from '../../workbook/writing/lock-table.js';
import { refreshSearchText } from '../../workbook/writing/search-text.js';
import type { Caller } from '../caller.js';
import type { ColumnPlace } from '../places.js';
import type { Service } from '../service.js';
import { type ChangedTable, replaceColumn, requireColumn, viewOf } from './change-columns.js';
import { announceDescription } from './describe-table.js';

/** Says what a column means. That is no write to its values, so the version stays and none is asked for. */
export async function describeColumn(
  service: Service,
  caller: Caller,
  place: ColumnPlace,
  input: { description: string | null; dryRun?: boolean | undefined },
  commit: CommitOptions = {},
): Promise<ChangedTable> {
  const { workbookId } = place;
  const { description, dryRun = false } = input;
  const { row, ...seen } = await service.data.as(caller).table(workbookId, place.table);
  const { id, name } = requireColumn({ row, ...seen }, place.column);
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const { edit_version } = await lockTable(c, row.id, null);
      const columns = await columnsAt(c.tx, row.id, edit_version);
      await setColumns(
        c.tx,
        { tableId: row.id, version: edit_version },
        replaceColumn(columns, id, (column) => ({ ...column, description })),
      );
      await refreshSearchText(c, row.id);
      const table = await viewOf(c, caller, workbookId, row.id);
      const path = `columns/${encodeURIComponent(name)}/description`;
      const opId = await announceDescription(c, table, { kind: 'column.describe', path, description });
      return { table, opId, stale: [], dryRun };
    },
    { ...commit, dryRun },
  );
}
