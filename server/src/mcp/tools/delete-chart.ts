import { Type } from '@sinclair/typebox';
import { ChartParams } from '@workbook-data-service/contract/charts';
import { strictObject } from '@workbook-data-service/contract/common';
import * as charts from '../../features/charts/delete-chart.js';
import { tool } from '../tool.js';

export const deleteChart = tool({
  name: 'delete_chart',
  description: 'Reports then show a note in its place.',
  scope: 'workbooks:write',
  effect: 'deletes',
  input: strictObject({
    workbook_id: ChartParams.properties.workbook_id,
    chart: ChartParams.properties.name,
  }),
  output: Type.Object({ deleted: Type.String() }),
  run: async ({ service, caller }, { workbook_id, chart }) => {
    await charts.deleteChart(service, caller, { workbookId: workbook_id, chart }, {});
    return { body: { deleted: chart } };
  },
});
