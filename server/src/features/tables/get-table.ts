import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { type StaleCause, staleCauses } from './stale-causes.js';

/** What the caller may see of a table and, if it is stale, why. */
export async function getTable(
  service: Service,
  caller: Caller,
  { workbookId, table: name }: TablePlace,
): Promise<{ table: GovernedTable; causes: StaleCause[] }> {
  const table = await service.data.as(caller).describe(workbookId, name);
  return { table, causes: await staleCauses(service, table.record) };
}
