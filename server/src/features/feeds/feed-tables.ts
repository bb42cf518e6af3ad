import { activeTableNames } from '../../catalog/tables.js';
import { isReadable, type ReadableTable } from '../../workbook/governance/governed-tables.js';
import { pageOfRows, type RowsPage, type RowsRequest } from '../../workbook/reading/page-of-rows.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

/** The tables whose rows the caller may read, in order of creation. */
export async function feedTables(
  service: Service,
  caller: Caller,
  workbookId: string,
): Promise<ReadableTable[]> {
  const tables = await service.data.as(caller).tables(workbookId, 'active');
  return tables.filter(isReadable);
}

/** Every table by its id and name, also one whose rows the caller may not read. */
export async function feedTableNames({ catalog }: Service, workbookId: string) {
  return await activeTableNames(catalog.db, workbookId);
}

/** A table by its id: as it is now, or at a version that a page before this one was read from. */
export async function feedTable(
  service: Service,
  caller: Caller,
  { workbookId, tableId, version }: { workbookId: string; tableId: string; version?: number | undefined },
): Promise<ReadableTable> {
  return await service.data.as(caller).table(workbookId, tableId, version);
}

export async function feedPage(
  service: Service,
  table: ReadableTable,
  request: RowsRequest,
): Promise<RowsPage> {
  return await pageOfRows(service.data, table, request);
}
