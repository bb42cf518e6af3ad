import { Type } from '@sinclair/typebox';
import { ChartInfo, type ChartParameters } from '@workbook-data-service/contract/charts';
import {
  Cursor,
  limit,
  NextCursor,
  nullable,
  strictObject,
  WorkbookId,
} from '@workbook-data-service/contract/common';
import * as charts from '../../features/charts/charts.js';
import { chartBody } from '../../present/charts.js';
import { tool } from '../tool.js';

const LONGEST_PARAMETERS = 1500;

export const listCharts = tool({
  name: 'list_charts',
  description: 'Charts and their `create_chart` parameters (null where columns are hidden from you).',
  scope: 'workbooks:read',
  effect: 'reads',
  input: strictObject({ workbook_id: WorkbookId, limit: limit(20, 50), cursor: Cursor }),
  output: Type.Object({
    charts: Type.Array(
      Type.Composite([
        Type.Pick(ChartInfo, ['name', 'chart_type', 'source_table', 'title', 'updated_at']),
        Type.Object({
          parameters: nullable(Type.Record(Type.String(), Type.Unknown())),
          omitted: Type.Optional(Type.Array(Type.String())),
        }),
      ]),
    ),
    next_cursor: NextCursor,
  }),
  run: async ({ service, caller }, { workbook_id, ...page }) => {
    const { items, nextCursor } = await charts.listCharts(service, caller, workbook_id, page);
    return { body: { charts: items.map(listed), next_cursor: nextCursor } };
  },
});

function listed(chart: charts.ChartView) {
  const { name, chart_type, source_table, title, recipe, updated_at } = chartBody(chart);
  return {
    name,
    chart_type,
    source_table,
    title,
    updated_at,
    ...(recipe ? shown(recipe.parameters) : { parameters: null }),
  };
}

/** A filter or a `config` can be long. */
function shown(parameters: ChartParameters) {
  if (JSON.stringify(parameters).length <= LONGEST_PARAMETERS) return { parameters };
  const { filter, config, ...others } = parameters;
  return {
    parameters: others,
    omitted: Object.keys({ ...(filter && { filter }), ...(config && { config }) }),
  };
}
