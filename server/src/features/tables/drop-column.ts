import { problem } from '../../core/problems.js';
import type { Service } from '../../service.js';
import type { Caller } from '../caller.js';
import {
  type ChangedTable,
  type ColumnsInput,
  changeColumns,
  refuseFormulaInput,
  requireColumn,
} from './change-columns.js';
import { writableTable } from './writable-table.js';

/** Drops a column with its tags and annotations. Earlier versions still have it; its id is never used again. */
export async function dropColumn(
  service: Service,
  caller: Caller,
  place: { workbookId: string; table: string; column: string },
  input: ColumnsInput,
): Promise<ChangedTable> {
  const table = await writableTable(service, caller, place.workbookId, place.table);
  const { id, name } = requireColumn(table, place.column);
  return await changeColumns(service, caller, table, {
    ...input,
    opKind: 'column.drop',
    request: {
      method: 'DELETE',
      path: `columns/${encodeURIComponent(name)}`,
      query: { expected_version: input.expectedVersion },
    },
    edit: async (columns, c) => {
      refuseFormulaInput(columns, id);
      const left = columns.filter((column) => column.id !== id);
      if (left.length === columns.length) throw problem('not-found', 'The column was dropped already.');
      if (left.length === 0) {
        throw problem('conflict', `"${name}" is the last data column of the table and cannot be dropped.`, {
          fix: 'Add another column first, or delete the table.',
        });
      }
      for (const kept of ['column_tags', 'annotations'] as const)
        await c.tx
          .deleteFrom(kept)
          .where('table_id', '=', table.row.id)
          .where('column_id', '=', id)
          .execute();
      return left;
    },
  });
}
