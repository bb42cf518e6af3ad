import { columnsOfComments } from '../../catalog/comment-records.js';
import type { StoredEvent } from '../../catalog/event-records.js';
import type { EventKind } from '../../core/events.js';
import { may } from '../../core/rights.js';
import { isReadable } from '../../workbook/governance/governed-tables.js';
import { type Bearer, rightsTo } from '../access/require-workbook.js';
import { visibleColumnIds } from '../comments/comment-target.js';
import { viewConflicts } from '../conflicts/conflicts.js';
import type { Service } from '../service.js';

/** A recipient of events; their rights at that moment decide what they see. */
export type EventViewer = Omit<Bearer, 'place'>;

/** An event as webhooks and live pages receive it. */
export interface EventBody {
  id: string;
  kind: EventKind;
  created_at: string;
  workbook_id: string;
  data: Record<string, unknown>;
}

export async function mayFollow(
  service: Service,
  { userId, credential }: EventViewer,
  workbookId: string,
): Promise<boolean> {
  const rights = await rightsTo(service, { userId, credential }, workbookId);
  return rights !== undefined && may(rights, 'workbooks:read');
}

/**
 * Events of one workbook for a viewer whose right to read it was checked: the only place that decides what they
 * contain. Names of tables are no secret to readers of a workbook; names of columns may be.
 */
export async function visibleEvents(
  service: Service,
  viewer: EventViewer,
  events: readonly StoredEvent[],
): Promise<EventBody[]> {
  const hidden = await hiddenConflicts(service, viewer, events);
  const unseen = await hiddenComments(service, viewer, events);
  return events.map((event) => {
    if (hidden.has(event)) return withoutColumn(event);
    return unseen.has(event) ? withoutComment(event) : wholeBody(event);
  });
}

/** Events about conflicts that the viewer would not find in the list of conflicts. */
async function hiddenConflicts(
  service: Service,
  viewer: EventViewer,
  events: readonly StoredEvent[],
): Promise<ReadonlySet<StoredEvent>> {
  const created = events.filter(({ kind }) => kind === 'conflict.created');
  const [first] = created;
  if (!first || !(await service.data.as(viewer).hidesAnything(first.workbookId))) return new Set();
  const rows = await service.catalog.db
    .selectFrom('conflicts')
    .selectAll()
    .where(
      'id',
      'in',
      created.map(({ data }) => data.conflict_id as string),
    )
    .execute();
  const visible = new Set((await viewConflicts(service, viewer, rows)).map(({ row }) => row.id));
  return new Set(created.filter(({ data }) => !visible.has(data.conflict_id as string)));
}

/** Events about comments that the viewer would not find in their list, or that were deleted since. */
async function hiddenComments(
  service: Service,
  viewer: EventViewer,
  events: readonly StoredEvent[],
): Promise<ReadonlySet<StoredEvent>> {
  const told = events.filter(({ kind }) => kind.startsWith('comment.'));
  const [first] = told;
  const reader = service.data.as(viewer);
  if (!first || !(await reader.hidesAnything(first.workbookId))) return new Set();
  const ids = [...new Set(told.map(({ data }) => data.comment_id as string))];
  const comments = await columnsOfComments(service.catalog.db, ids);
  const tableIds = [...new Set(comments.map(({ table_id }) => table_id))];
  const tables = await reader.tablesByIds(tableIds.map((id) => ({ id, workbook_id: first.workbookId })));
  const columns = new Map(
    tables.filter(isReadable).map((table) => [table.record.id, new Set(visibleColumnIds(table))]),
  );
  const seen = new Set(
    comments.filter((one) => columns.get(one.table_id)?.has(one.column_id)).map(({ id }) => id),
  );
  return new Set(told.filter(({ data }) => !seen.has(data.comment_id as string)));
}

function withoutComment(event: StoredEvent): EventBody {
  const { name, artifact_id } = event.data;
  return bodyOf(event, { name, artifact_id });
}

/** A row with a conflict in a column that the viewer may not see has changed there, so the row is left out too. */
function withoutColumn(event: StoredEvent): EventBody {
  const { table, artifact_id, kind } = event.data;
  return bodyOf(event, { table, artifact_id, kind });
}

/** Listeners share the body of an event if nothing in it is hidden. */
const wholeBodies = new WeakMap<StoredEvent, EventBody>();

function wholeBody(event: StoredEvent): EventBody {
  const body = wholeBodies.get(event) ?? bodyOf(event, event.data);
  wholeBodies.set(event, body);
  return body;
}

function bodyOf({ id, kind, createdAt, workbookId }: StoredEvent, data: Record<string, unknown>): EventBody {
  return { id, kind, created_at: createdAt, workbook_id: workbookId, data };
}
