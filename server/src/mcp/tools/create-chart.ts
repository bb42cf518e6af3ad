import { Type } from '@sinclair/typebox';
import { ChartInfo, CreateChartParameters } from '@workbook-data-service/contract/charts';
import { strictObject, WorkbookId } from '@workbook-data-service/contract/common';
import * as charts from '../../features/charts/create-chart.js';
import { chartBody } from '../../present/charts.js';
import { tool } from '../tool.js';

export const createChart = tool({
  name: 'create_chart',
  description:
    'Makes a chart of one table, or replaces the one with that name. Join or calculate by `create_transform` first. Example: {"name": "Sales by month", "chart_type": "line", "table": "sales", "x": "month", "y": ["amount"], "series": "region"}.',
  scope: 'workbooks:write',
  effect: 'writes',
  storesData: true,
  input: strictObject({ workbook_id: WorkbookId, ...CreateChartParameters.properties }),
  notes: {
    name: '',
    chart_type: '`heatmap`: a value for each `x` and `series`',
    table: '',
    title: '',
    x: '',
    y: 'Numbers, else rows are counted',
    series: 'Not with several `y`',
    aggregate: '`none`: every row',
    time_unit: '',
    bins: '',
    filter: 'As in `read_rows`',
    sort: '',
    limit: 'The largest categories',
    orientation: '',
    config: 'Merge patch of the Vega-Lite spec',
  },
  output: Type.Composite([
    Type.Pick(ChartInfo, ['name', 'chart_type', 'source_table', 'title']),
    Type.Object({ replaced: Type.Boolean() }),
  ]),
  run: async ({ service, caller }, { workbook_id, ...parameters }) => {
    const made = await charts.createChart(service, caller, workbook_id, parameters, {});
    const { name, chart_type, source_table, title } = chartBody(made.chart);
    return { body: { name, chart_type, source_table, title, replaced: made.isReplaced } };
  },
});
