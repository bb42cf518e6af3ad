import type { Change } from '../catalog/change.js';
import type { TableRow } from '../catalog/tables.js';

export interface StaleTable {
  id: string;
  name: string;
}

/** Marks every table computed from this one, directly or through others; those stale already stay as they are. */
export async function markDownstreamStale(change: Change, cause: TableRow): Promise<StaleTable[]> {
  const reached = new Map<string, StaleTable>();
  let frontier = [cause.id];
  while (frontier.length > 0) {
    const derived = await change.tx
      .selectFrom('table_inputs')
      .innerJoin('tables', 'tables.id', 'table_inputs.table_id')
      .select(['tables.id', 'tables.name'])
      .where('table_inputs.input_id', 'in', frontier)
      .execute();
    const fresh = derived.filter(({ id }) => !reached.has(id));
    for (const table of fresh) reached.set(table.id, table);
    frontier = fresh.map(({ id }) => id);
  }
  const tables = [...reached.values()];
  if (tables.length === 0) return [];
  const marked = await change.tx
    .updateTable('tables')
    .set({ stale_since: change.at })
    .where(
      'id',
      'in',
      tables.map(({ id }) => id),
    )
    .where('stale_since', 'is', null)
    .returning(['id', 'name'])
    .execute();
  for (const { id, name } of marked) {
    await change.emit(cause.workbook_id, 'artifact.stale', {
      name,
      artifact_id: id,
      stale_since: change.at,
      cause: cause.id,
    });
  }
  return tables;
}
