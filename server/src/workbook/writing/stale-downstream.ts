import type { Change } from '../../catalog/change.js';
import { preparedAndKept } from '../../catalog/prepared.js';
import { markTablesStale } from '../../catalog/table-records.js';
import type { TableRecord } from '../../catalog/tables.js';

export interface StaleTable {
  id: string;
  name: string;
}

/**
 * Every table computed from this one, directly or through others. Not of the view `tables`: its columns count as read, and
 * edits write some of them, so that nothing would be kept.
 */
export const tablesDownstream = preparedAndKept((db, { tableId }: { tableId: string }) =>
  db
    .withRecursive('downstream', (reached) =>
      reached
        .selectFrom('table_inputs')
        .select('table_id as id')
        .where('input_id', '=', tableId)
        .union((further) =>
          further
            .selectFrom('table_inputs')
            .innerJoin('downstream', 'downstream.id', 'table_inputs.input_id')
            .select('table_inputs.table_id as id'),
        ),
    )
    .selectFrom('downstream')
    .innerJoin('all_tables', 'all_tables.id', 'downstream.id')
    .select(['all_tables.id', 'all_tables.name'])
    .where('deleted_at', 'is', null),
);

export async function markDownstreamStale(change: Change, cause: TableRecord): Promise<StaleTable[]> {
  return await markStaleBecause(
    change,
    cause,
    await tablesDownstream(change.tx, { tableId: cause.id }).execute(),
  );
}

/** Marks the tables downstream of a cause as stale; those that already are stay unchanged. */
export async function markStaleBecause(
  change: Change,
  cause: TableRecord,
  tables: StaleTable[],
): Promise<StaleTable[]> {
  await markTablesStale(
    change,
    cause,
    tables.map(({ id }) => id),
  );
  return tables;
}
