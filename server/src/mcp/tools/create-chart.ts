import { Type } from '@sinclair/typebox';
import { ChartInfo, CreateChartParameters } from '@workbook-data-service/contract/charts';
import { strictObject, WorkbookId } from '@workbook-data-service/contract/common';
import * as charts from '../../features/charts/create-chart.js';
import { chartBody } from '../../present/charts.js';
import { tool } from '../tool.js';

export const createChart = tool({
  name: 'create_chart',
  title: 'Create a chart',
  description:
    'Makes a chart of one table, or replaces the chart with the same name. It always shows the current rows; `render_chart` draws it for you. Example: {"name": "Sales by month", "chart_type": "line", "table": "sales", "x": "month", "y": ["amount"], "series": "region"}. For a join or a calculation, make a derived table first.',
  scope: 'workbooks:write',
  effect: 'writes',
  storesData: true,
  input: strictObject({ workbook_id: WorkbookId, ...CreateChartParameters.properties }),
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
