import { say } from '@workbook-data-service/contract/messages';
import { nameKey } from '../../catalog/tables.js';
import { type ViewRecord, viewsOfTable } from '../../catalog/view-records.js';
import { type Page, type PageRequest, pageOf } from '../../core/paging.js';
import { problem } from '../../core/problems.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import type { Caller } from '../caller.js';
import type { TablePlace, ViewPlace } from '../places.js';
import type { Service } from '../service.js';
import { type BoundView, boundView, filterWithheld, type StoredView } from './stored-view.js';

/** A view as the caller may see it. */
export interface TableView extends BoundView {
  record: ViewRecord;
  table: GovernedTable;
}

/** The views of a table: the caller's own, and those that others share. */
export async function listViews(
  service: Service,
  caller: Caller,
  place: TablePlace,
  page: PageRequest,
): Promise<Page<TableView>> {
  const table = await service.data.as(caller).describe(place.workbookId, place.table);
  const records = await viewsOfTable(service.catalog.db, table.record.id, caller.userId);
  const { items, nextCursor } = pageOf(records, page, ({ id }) => id);
  return { items: items.map((record) => viewAs(record, table)), nextCursor };
}

export async function getView(service: Service, caller: Caller, place: ViewPlace): Promise<TableView> {
  const table = await service.data.as(caller).describe(place.workbookId, place.table);
  return viewAs(await requireView(service, caller, table, place.view), table);
}

export function viewAs(record: ViewRecord, table: GovernedTable): TableView {
  return { record, table, ...boundView(storedIn(record), table) };
}

export const storedIn = ({ definition }: ViewRecord): StoredView => JSON.parse(definition) as StoredView;

/** By id, else by name: the caller's own before one that somebody shares. */
export async function requireView(
  service: Service,
  caller: Caller,
  { record }: GovernedTable,
  view: string,
): Promise<ViewRecord> {
  const views = await viewsOfTable(service.catalog.db, record.id, caller.userId);
  const named = views.filter(({ name_key }) => name_key === nameKey(view));
  const found =
    views.find(({ id }) => id === view) ??
    named.find(({ owner_id }) => owner_id === caller.userId) ??
    named[0];
  if (found) return found;
  throw problem('not-found', say('view-unknown', { view, table: record.name }), { fix: say('fix-views') });
}

interface Viewed {
  view?: string | undefined;
  filter?: string | undefined;
  orderBy?: string | undefined;
  columns?: string | undefined;
}

/** A request for rows with what the view says where the request says nothing itself. */
export async function throughView<Request extends Viewed>(
  service: Service,
  caller: Caller,
  table: GovernedTable,
  request: Request,
): Promise<Request> {
  if (request.view === undefined) return request;
  const view = boundView(storedIn(await requireView(service, caller, table, request.view)), table);
  if (view.isFilterWithheld && request.filter === undefined) throw filterWithheld();
  const filter = view.filter === null ? undefined : JSON.stringify(view.filter);
  const terms = view.orderBy.map(({ column, descending }) => `${descending ? '-' : ''}${column.name}`);
  return {
    ...request,
    filter: request.filter ?? filter,
    orderBy: request.orderBy ?? (terms.length > 0 ? JSON.stringify(terms) : undefined),
    columns: request.columns ?? shownColumns(table, view),
  };
}

/** Undefined if all are shown as the table has them. */
function shownColumns(table: GovernedTable, { columns }: BoundView): string | undefined {
  if (columns.length === 0) return undefined;
  const named = new Set(columns.map(({ column }) => column.id));
  const shown = columns.filter(({ isHidden }) => !isHidden).map(({ column }) => column);
  const others = table.columns.filter(({ id }) => !named.has(id));
  return JSON.stringify([...shown, ...others].map(({ name }) => name));
}
