import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import {
  type RowsSummary,
  type SummaryRequest,
  summaryOfRows,
} from '../../workbook/reading/summary-of-rows.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { throughView } from '../views/views.js';
import { tableAsOf } from './as-of.js';

/** What rows come to, as the caller may see them: counts, sums and extremes, of each group if there are groups. */
export async function summarizeRows(
  service: Service,
  caller: Caller,
  place: TablePlace,
  { asOf, ...request }: SummaryRequest & { asOf?: string | undefined; view?: string | undefined },
): Promise<RowsSummary & { table: ReadableTable }> {
  const table = await tableAsOf(service, caller, place, asOf);
  const { filter, orderBy } = await throughView(service, caller, table, request);
  return { table, ...(await summaryOfRows(service.data, table, { ...request, filter, orderBy })) };
}
