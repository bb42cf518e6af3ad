import { type ColumnRecord, columnsAt } from '../../catalog/tables.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import type { Service } from '../service.js';

/** All columns of a table, including those denied to the caller: for writes only, never for an answer. */
export async function allColumns(
  service: Service,
  { record, version, columns, denied }: GovernedTable,
): Promise<readonly ColumnRecord[]> {
  return denied.length === 0 ? columns : await columnsAt(service.catalog.db, record.id, version);
}
