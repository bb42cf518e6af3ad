import { problem } from '../../core/problems.js';
import type { Service } from '../../service.js';
import { missingRows } from '../../workbook/require-rows.js';
import type { CellProvenance } from '../../workbook/row-provenance.js';
import type { Caller } from '../caller.js';

export interface RowProvenance {
  rowId: number;
  version: number;
  cells: CellProvenance[];
}

/** Where each cell of a row came from. */
export async function rowProvenance(
  service: Service,
  caller: Caller,
  place: { workbookId: string; table: string; rowId: number },
): Promise<RowProvenance> {
  const { workbookId, rowId } = place;
  const table = await service.data.table(caller, workbookId, place.table);
  const [missing] = await missingRows(service.catalog.db, table.row, [rowId]);
  if (missing !== undefined) throw problem('not-found', `There is no row ${rowId} in "${table.row.name}".`);
  return { rowId, version: table.version, cells: await service.data.rowProvenance(table, rowId) };
}
