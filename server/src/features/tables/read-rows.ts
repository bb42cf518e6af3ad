import type { Service } from '../../service.js';
import type { GovernedTable } from '../../workbook/governed-tables.js';
import type { RowsPage, RowsRequest } from '../../workbook/read-rows.js';
import type { Caller } from '../caller.js';
import { parseEditVersion } from './as-of.js';

export interface RowsView extends RowsPage {
  table: GovernedTable;
  format: RowsRequest['format'];
}

export async function readRows(
  service: Service,
  caller: Caller,
  workbookId: string,
  name: string,
  request: RowsRequest & { asOf?: string | undefined },
): Promise<RowsView> {
  const version = request.asOf === undefined ? undefined : parseEditVersion(request.asOf);
  const table = await service.data.table(caller, workbookId, name, version);
  return { ...(await service.data.rows(table, request)), table, format: request.format };
}

const SAMPLE_ROWS = 5;

/** The columns of a table with its first rows. */
export async function describeSchema(service: Service, caller: Caller, workbookId: string, name: string) {
  const table = await service.data.table(caller, workbookId, name);
  const { page } = await service.data.rows(table, { limit: SAMPLE_ROWS, format: 'json' });
  return { table, sample: page as string };
}
