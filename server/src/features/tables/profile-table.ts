import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import { type ColumnProfile, profileColumns } from '../../workbook/reading/profile-columns.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';

export interface TableProfile {
  table: ReadableTable;
  columns: ColumnProfile[];
}

/** A profile of the values of each column that the caller may see, or of some of these columns. */
export async function profileTable(
  service: Service,
  caller: Caller,
  { workbookId, table: name }: TablePlace,
  { from = 0, to = Number.POSITIVE_INFINITY }: { from?: number; to?: number } = {},
): Promise<TableProfile> {
  const table = await service.data.as(caller).table(workbookId, name);
  const chosen = { ...table, columns: table.columns.slice(from, to) };
  return { table, columns: await profileColumns(service.data, chosen) };
}
