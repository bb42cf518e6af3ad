import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../../core/problems.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import { type RowProvenance, traceRow } from '../../workbook/reading/provenance/trace-row.js';
import { rowAt } from '../../workbook/reading/row-at.js';
import { missingRows } from '../../workbook/writing/require-rows.js';
import type { Caller } from '../caller.js';
import type { RowPlace } from '../places.js';
import type { Service } from '../service.js';
import { isApplied, visibleOverrides } from '../tables/visible-overrides.js';

export interface VisibleProvenance extends RowProvenance {
  rowId: number;
  version: number;
  /** In a derived table, the columns in which this row has an override instead of the computed value. */
  overridden: string[];
}

/** Where each cell of a row came from. */
export async function rowProvenance(
  service: Service,
  caller: Caller,
  place: RowPlace,
): Promise<VisibleProvenance> {
  const { workbookId, rowId } = place;
  const table = await service.data.as(caller).table(workbookId, place.table);
  if (!(await rowExists(service, table, rowId)))
    throw problem('not-found', say('row-unknown', { row: rowId, table: table.record.name }), {
      fix: say('fix-row-ids'),
    });
  const overrides = await visibleOverrides(service, table, [rowId]);
  return {
    rowId,
    version: table.version,
    overridden: overrides.filter(({ row }) => isApplied(row)).map(({ column }) => column.name),
    ...(await traceRow(service.data.as(caller), table, rowId)),
  };
}

/** The ids of derived rows follow from their values, so the edit log does not list these rows. */
async function rowExists(service: Service, table: ReadableTable, rowId: number): Promise<boolean> {
  const { record } = table;
  if (record.kind !== 'derived') return (await missingRows(service.catalog.db, record, [rowId])).length === 0;
  return (await rowAt(service.data, table, rowId)) !== undefined;
}
