import { type GovernedTable, isReadable } from '../../workbook/governance/governed-tables.js';
import { computedOrder } from '../../workbook/reading/export-order.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { type StaleCause, staleCauses } from './stale-causes.js';

export interface TableDetails {
  table: GovernedTable;
  causes: StaleCause[];
  /** Columns in the order of the statement that computed the table, with a dash before those in descending order. */
  order: string[];
}

/** What the caller may see of a table, why it is stale if it is, and in which order it was computed. */
export async function getTable(
  service: Service,
  caller: Caller,
  { workbookId, table: name }: TablePlace,
): Promise<TableDetails> {
  const table = await service.data.as(caller).describe(workbookId, name);
  const order = isReadable(table) ? await computedOrder(service.data, table) : [];
  return {
    table,
    causes: await staleCauses(service, table.record),
    order: order.map(({ name, descending }) => (descending ? `-${name}` : name)),
  };
}
