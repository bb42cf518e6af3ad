import type { Change } from '../../catalog/change.js';
import { markRedefinedTableStale } from '../../catalog/table-records.js';
import { markDownstreamStale, type StaleTable } from './stale-downstream.js';

/** Marks a derived table whose transform has changed, and all tables computed from it, as stale. */
export async function markStale(c: Change, tableId: string): Promise<StaleTable[]> {
  return await markDownstreamStale(c, await markRedefinedTableStale(c, tableId));
}
