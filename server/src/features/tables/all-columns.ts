import { type ColumnRecord, columnsAt } from '../../catalog/tables.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import type { Service } from '../service.js';

/** The columns of a table with those that do not exist for the caller: for what is written, never for an answer. */
export async function allColumns(
  service: Service,
  { record, version, columns, denied }: GovernedTable,
): Promise<readonly ColumnRecord[]> {
  return denied.length === 0 ? columns : await columnsAt(service.catalog.db, record.id, version);
}
