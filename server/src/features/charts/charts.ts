import { say } from '@workbook-data-service/contract/messages';
import { type ChartRecord, chartsOf, findChart } from '../../catalog/chart-records.js';
import { nearMiss } from '../../catalog/near-misses.js';
import {
  type ChartShape,
  parametersOf,
  resolveParameters,
  type StoredParameters,
} from '../../core/chart-parameters.js';
import { cutPage, type Page, type PageRequest, startOf } from '../../core/paging.js';
import { problem } from '../../core/problems.js';
import {
  type GovernedColumn,
  type GovernedTable,
  hidesAnythingOf,
  type Viewer,
} from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { ChartPlace } from '../places.js';
import type { Service } from '../service.js';
import { chartSpec } from './chart-spec.js';
import { wordsFor } from './chart-texts.js';
import { mergePatch } from './check-config.js';

/** A chart as the caller may see it. */
export interface ChartView {
  record: ChartRecord;
  /** Its current name; null if the table is deleted. */
  table: string | null;
  title: string | null;
  /** Null if the workbook is governed, or if a column of the chart was deleted or is hidden. */
  config: Record<string, unknown> | null;
  isGoverned: boolean;
  /** With names of columns; null if one of them was deleted or is hidden. */
  parameters: StoredParameters | null;
}

/** The charts of a workbook, oldest first. */
export async function listCharts(
  service: Service,
  caller: Caller,
  workbookId: string,
  page: PageRequest,
): Promise<Page<ChartView>> {
  const found = await chartsOf(service.catalog.db, workbookId, {
    after: startOf(page),
    limit: page.limit + 1,
  });
  const { items, nextCursor } = cutPage(found, page, ({ id }) => id);
  return { items: await viewCharts(service, caller, workbookId, items), nextCursor };
}

export async function getChart(service: Service, caller: Caller, place: ChartPlace): Promise<ChartView> {
  const record = await requireChart(service, place);
  const [view] = await viewCharts(service, caller, place.workbookId, [record]);
  return view as ChartView;
}

export async function requireChart(
  service: Service,
  { workbookId, chart }: ChartPlace,
): Promise<ChartRecord> {
  const { db } = service.catalog;
  const record = await findChart(db, workbookId, chart);
  if (record) return record;
  throw problem('not-found', say('chart-unknown', { chart }), {
    fix: await nearMiss(db, 'chart', { workbookId, given: chart, listed: say('fix-charts') }),
  });
}

/** Charts of one workbook, in the given order. */
export async function viewCharts(
  service: Service,
  caller: Viewer,
  workbookId: string,
  records: readonly ChartRecord[],
): Promise<ChartView[]> {
  const reader = service.data.as(caller);
  const isGoverned = await reader.isGoverned(workbookId);
  const ids = [...new Set(records.map(({ table_id }) => table_id))];
  const found = await reader.tablesByIds(ids.map((id) => ({ id, workbook_id: workbookId })));
  const tables = new Map(found.map((table) => [table.record.id, table]));
  return records.map((record) => viewOf(record, tables.get(record.table_id), isGoverned));
}

function viewOf(record: ChartRecord, table: GovernedTable | undefined, isGoverned: boolean): ChartView {
  const shape = table && shapeOf(record, table);
  const view = { record, isGoverned, table: table?.record.name ?? null };
  if (!shape) return { ...view, title: isGoverned ? null : record.title, config: null, parameters: null };
  const title = titleOf(record, table);
  const { config, ...parameters } = parametersOf(shape, (name) => name);
  if (isGoverned)
    return { ...view, title, config: null, parameters: hidesAnythingOf(table) ? null : parameters };
  const spec = { ...(title !== null && { title }), ...chartSpec(shape, wordsFor(shape, title)) };
  return {
    ...view,
    title,
    config: mergePatch(spec, config ?? {}) as Record<string, unknown>,
    parameters: { ...parameters, ...(config && { config }) },
  };
}

/** What the maker of a chart wrote may name columns that others may not know of. */
export function titleOf({ title }: ChartRecord, table: GovernedTable): string | null {
  return title !== null && mentionsDenied(title, table) ? null : title;
}

function mentionsDenied(text: string, { denied }: GovernedTable): boolean {
  const lower = text.toLowerCase();
  return denied.some((name) => lower.includes(name.toLowerCase()));
}

/** The chart over the columns that the reader sees; undefined if one of them was deleted or is hidden. */
export function shapeOf(
  { recipe }: ChartRecord,
  table: GovernedTable,
): ChartShape<GovernedColumn> | undefined {
  const { config, ...stored } = JSON.parse(recipe) as StoredParameters;
  const isShown = config && !mentionsDenied(JSON.stringify(config), table);
  return resolveParameters(table.columns, { ...stored, ...(isShown && { config }) });
}
