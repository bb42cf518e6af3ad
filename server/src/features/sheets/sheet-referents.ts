import { chartsById } from '../../catalog/chart-records.js';
import { chartsIn, type Reference, type SheetBlock, tablesIn } from '../../core/sheet-blocks.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

/** What the blocks of a sheet refer to, by id, as one caller may see it; what is gone is absent. */
export interface Referents {
  tables: ReadonlyMap<string, GovernedTable>;
  charts: ReadonlyMap<string, Reference>;
  /** Whether the workbook has policies, under which the name of a column that is gone is not told. */
  isGoverned: boolean;
}

export async function referentsOf(
  service: Service,
  caller: Caller,
  workbookId: string,
  blocks: readonly SheetBlock[],
): Promise<Referents> {
  const reader = service.data.as(caller);
  const tables = await reader.tablesByIds(tablesIn(blocks).map((id) => ({ id, workbook_id: workbookId })));
  const charts = await chartsById(service.catalog.db, workbookId, chartsIn(blocks));
  return {
    tables: new Map(tables.map((table) => [table.record.id, table])),
    charts: new Map(charts.map(({ id, name }) => [id, { id, name }])),
    isGoverned: await reader.isGoverned(workbookId),
  };
}
