import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import { computeRows } from '../../workbook/ungoverned/formulas.js';
import type { RowChange } from '../../workbook/writing/write-tables.js';
import type { Service } from '../service.js';
import { allColumns } from './all-columns.js';

/** Adds the computed formula cells to row changes; `isComputed` is false if the table has no formulas. */
export async function withFormulas(
  service: Service,
  table: GovernedTable,
  rows: RowChange[],
): Promise<{ computed: RowChange[]; isComputed: boolean }> {
  const columns = await allColumns(service, table);
  if (columns.every(({ formula }) => formula === undefined)) return { computed: rows, isComputed: false };
  const { id: tableId, workbook_id: workbookId } = table.record;
  const computed = await computeRows(
    service.data,
    { workbookId, tableId, version: table.version },
    [...columns],
    rows,
  );
  return { computed, isComputed: true };
}
