import type { StoredEvent } from '../../catalog/event-records.js';
import type { EventKind } from '../../core/events.js';
import { may } from '../../core/rights.js';
import { type Bearer, rightsTo } from '../access/require-workbook.js';
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
  return events.map((event) => (hidden.has(event) ? withoutColumn(event) : wholeBody(event)));
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
