import { problem } from '../../core/problems.js';
import { type ReadableTable, requireReadable } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { ChartPlace } from '../places.js';
import type { Service } from '../service.js';
import { requireChart, shapeOf, titleOf } from './charts.js';
import { drawChart, type Picture, type PictureOptions } from './draw-chart.js';

export interface RenderedChart extends Picture {
  table: ReadableTable;
}

/** Draws a chart from the current rows, as the caller may see them. */
export async function renderChart(
  service: Service,
  caller: Caller,
  place: ChartPlace,
  options: PictureOptions,
): Promise<RenderedChart> {
  const record = await requireChart(service, place);
  const reader = service.data.as(caller);
  const [found] = await reader.tablesByIds([{ id: record.table_id, workbook_id: place.workbookId }]);
  if (!found)
    throw problem('conflict', `The table that the chart "${record.name}" shows is deleted.`, {
      fix: 'Delete the chart, or make it again from another table.',
    });
  const table = requireReadable(found);
  const shape = shapeOf(record, table);
  // A denied column must look like one that is gone.
  if (!shape)
    throw problem(
      'conflict',
      `The chart "${record.name}" shows a column that "${table.record.name}" does not have, or that you may not see.`,
      { fix: 'Make the chart again with columns that GET …/columns lists.' },
    );
  return { ...(await drawChart(service, table, { shape, title: titleOf(record, table) }, options)), table };
}
