import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import { pageOfRows, type RowsPage, type RowsRequest } from '../../workbook/reading/page-of-rows.js';
import { discardPage, type PageFormat } from '../../workbook/reading/take-page.js';
import type { Caller } from '../caller.js';
import type { TablePlace } from '../places.js';
import type { Service } from '../service.js';
import { throughView } from '../views/views.js';
import { tableAsOf } from './as-of.js';
import { isApplied, type VisibleOverride, visibleOverrides } from './visible-overrides.js';

export interface RowsView extends RowsPage {
  table: GovernedTable;
  /** Only for pages in JSON. */
  overridden: VisibleOverride[];
  format: PageFormat;
}

export async function readRows(
  service: Service,
  caller: Caller,
  { workbookId, table: name }: TablePlace,
  request: RowsRequest & {
    format: PageFormat;
    asOf?: string | undefined;
    view?: string | undefined;
  },
): Promise<RowsView> {
  const table = await tableAsOf(service, caller, { workbookId, table: name }, request.asOf);
  const page = await pageOfRows(service.data, table, await throughView(service, caller, table, request));
  try {
    const overridden = request.format === 'json' ? await overriddenIn(service, table, page) : [];
    return { ...page, table, format: request.format, overridden };
  } catch (error) {
    discardPage(page.page);
    throw error;
  }
}

/** The overrides of the cells that a page shows. */
async function overriddenIn(
  service: Service,
  table: GovernedTable,
  { rowIds, columns }: RowsPage,
): Promise<VisibleOverride[]> {
  if (table.record.kind !== 'derived') return [];
  const shown = new Set(columns.map(({ id }) => id));
  const overrides = await visibleOverrides(service, table, rowIds);
  return overrides.filter(({ row, column }) => isApplied(row) && shown.has(column.id));
}

const SAMPLE_ROWS = 5;

/** The columns of a table with its first rows. */
export async function describeSchema(
  service: Service,
  caller: Caller,
  { workbookId, table: name }: TablePlace,
) {
  const table = await service.data.as(caller).table(workbookId, name);
  const { page } = await pageOfRows(service.data, table, { limit: SAMPLE_ROWS, format: 'json' });
  return { table, sample: page };
}
