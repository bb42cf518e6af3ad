import { chartsById } from '../../catalog/chart-records.js';
import { chartsIn, type Reference, type SheetBlock, tablesIn } from '../../core/sheet-blocks.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import { type ChartView, viewCharts } from '../charts/charts.js';
import type { PageViewer } from '../charts/page-viewer.js';
import type { Service } from '../service.js';

interface ChartReferent extends Reference {
  /** Why it cannot be drawn, as far as its caller may know; null if it can. */
  fault: string | null;
}

/** What the blocks of a sheet refer to, by id, as one caller may see it; deleted referents are absent. */
export interface Referents {
  tables: ReadonlyMap<string, GovernedTable>;
  charts: ReadonlyMap<string, ChartReferent>;
  /** Whether the workbook has policies, in which case names of deleted columns are not revealed. */
  isGoverned: boolean;
}

export async function referentsOf(
  service: Service,
  caller: PageViewer,
  workbookId: string,
  blocks: readonly SheetBlock[],
): Promise<Referents> {
  const reader = service.data.as(caller);
  const tables = await reader.tablesByIds(tablesIn(blocks).map((id) => ({ id, workbook_id: workbookId })));
  const wanted = chartsIn(blocks);
  const records = caller.pinnedCharts
    ? wanted.flatMap((id) => caller.pinnedCharts?.get(id) ?? [])
    : await chartsById(service.catalog.db, workbookId, wanted);
  const charts = await viewCharts(service, caller, workbookId, records);
  return {
    tables: new Map(tables.map((table) => [table.record.id, table])),
    charts: new Map(charts.map((chart) => [chart.record.id, chartReferent(chart)])),
    isGoverned: await reader.isGoverned(workbookId),
  };
}

function chartReferent({ record: { id, name }, table, parameters, isGoverned }: ChartView): ChartReferent {
  if (table === null) return { id, name, fault: `The table that the chart "${name}" shows is gone.` };
  // Under policies the parameters may be hidden although the chart is whole.
  const isBroken = parameters === null && !isGoverned;
  return {
    id,
    name,
    fault: isBroken ? `A column that the chart "${name}" shows is gone from "${table}".` : null,
  };
}
