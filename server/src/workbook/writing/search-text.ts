import type { Change } from '../../catalog/change.js';
import { columnsAt } from '../../catalog/tables.js';
import { searchText } from '../../core/search-text.js';

/** Brings what a table is found by up to its name, description and columns. */
export async function refreshSearchText(change: Change, tableId: string): Promise<void> {
  const row = await change.tx
    .selectFrom('tables')
    .leftJoin('sources', 'sources.id', 'tables.source_id')
    .select(['tables.name', 'tables.description', 'tables.edit_version', 'sources.name as source'])
    .where('tables.id', '=', tableId)
    .executeTakeFirstOrThrow();
  const columns = await columnsAt(change.tx, tableId, row.edit_version);
  const text = searchText([row.name, row.description, row.source, ...columns.map(({ name }) => name)]);
  await change.tx.updateTable('tables').set({ search_text: text }).where('id', '=', tableId).execute();
}
