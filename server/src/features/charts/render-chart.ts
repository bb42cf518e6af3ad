import { say } from '@workbook-data-service/contract/messages';
import type { ChartColumn, ChartShape } from '../../core/chart-parameters.js';
import { problem } from '../../core/problems.js';
import { type ReadableTable, requireReadable } from '../../workbook/governance/governed-tables.js';
import type { ChartPlace } from '../places.js';
import type { Service } from '../service.js';
import { requireChart, shapeOf, titleOf } from './charts.js';
import { drawChart, type Picture, type PictureOptions } from './draw-chart.js';
import type { PageViewer } from './page-viewer.js';

export interface RenderedChart extends Picture {
  table: ReadableTable;
}

export interface ReadableChart {
  table: ReadableTable;
  shape: ChartShape<ChartColumn>;
  title: string | null;
}

/** Draws a chart from the current rows, as the caller may see them. */
export async function renderChart(
  service: Service,
  caller: PageViewer,
  place: ChartPlace,
  options: PictureOptions,
): Promise<RenderedChart> {
  const chart = await readableChart(service, caller, place);
  return { ...(await drawChart(service, chart.table, chart, options)), table: chart.table };
}

/** A chart over the columns that the caller sees, with its table, whose rows they may read. */
export async function readableChart(
  service: Service,
  caller: PageViewer,
  place: ChartPlace,
): Promise<ReadableChart> {
  const record = caller.pinnedCharts?.get(place.chart) ?? (await requireChart(service, place));
  const reader = service.data.as(caller);
  const [found] = await reader.tablesByIds([{ id: record.table_id, workbook_id: place.workbookId }]);
  if (!found)
    throw problem('conflict', say('chart-table-deleted', { chart: record.name }), {
      fix: say('fix-chart-table-deleted'),
    });
  const table = requireReadable(found);
  const shape = shapeOf(record, table);
  // A denied column must look like one that is gone.
  if (!shape)
    throw problem('conflict', say('chart-column-gone', { chart: record.name, table: table.record.name }), {
      fix: say('fix-chart-column-gone'),
    });
  return { table, shape, title: titleOf(record, table) };
}
