import type { Page } from '../core/paging.js';
import type { ChartView } from '../features/charts/charts.js';
import type { RenderedChart } from '../features/charts/render-chart.js';
import { warningsHeader } from './warnings.js';

export function chartBody({ record, table, title, config, isGoverned, parameters }: ChartView) {
  const { id, name, chart_type, created_at, created_by, updated_at } = record;
  return {
    name,
    artifact_id: id,
    chart_type,
    source_table: table,
    title,
    config,
    config_omitted: isGoverned ? ('governed' as const) : null,
    recipe: recipeBody({ record, table, title, parameters }),
    created_at,
    created_by,
    updated_at,
  };
}

function recipeBody({
  record,
  table,
  title,
  parameters,
}: Pick<ChartView, 'record' | 'table' | 'title' | 'parameters'>) {
  if (table === null || parameters === null) return null;
  const named = { name: record.name, table, ...(title !== null && { title }), ...parameters };
  return { tool: 'create_chart' as const, parameters: named };
}

export function chartListBody({ items, nextCursor }: Page<ChartView>) {
  return { charts: items.map(chartBody), next_cursor: nextCursor };
}

/** What of the data the picture does not show. */
export function chartHeaders({ table, notes }: RenderedChart): Record<string, string> {
  return {
    'x-svc-edit-version': String(table.version),
    ...(notes.length > 0 && { 'x-svc-truncated-by': notes.map(encodeURIComponent).join(',') }),
    ...warningsHeader([table]),
  };
}
