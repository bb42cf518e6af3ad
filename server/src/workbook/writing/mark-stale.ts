import type { Change } from '../../catalog/change.js';
import { markDownstreamStale, type StaleTable } from './stale-downstream.js';

/** Marks a derived table whose transform has changed, and all that is computed from it. */
export async function markStale(c: Change, tableId: string): Promise<StaleTable[]> {
  const row = await c.tx
    .updateTable('tables')
    .set((eb) => ({ stale_since: eb.fn.coalesce('stale_since', eb.val(c.at)) }))
    .where('id', '=', tableId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return await markDownstreamStale(c, row);
}
