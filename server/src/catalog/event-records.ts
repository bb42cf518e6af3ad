// The only writer of events and of their counter.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { EventData, EventKind } from '../core/events.js';
import { newId } from '../core/ids.js';
import type { Db, Statement, Tx } from './db.js';
import { prepared } from './prepared.js';
import type { Schema } from './schema.js';

/** An event that is committed and has its place in the order of all events. */
export interface StoredEvent {
  id: string;
  workbookId: string;
  kind: EventKind;
  data: Record<string, unknown>;
  createdAt: string;
  position: number;
}

/** A statement that writes events of one kind in the transaction of the change they report. */
export function insertEvents<Kind extends EventKind>(
  tx: Tx,
  { workbookId, kind, at }: { workbookId: string; kind: Kind; at: string },
  events: readonly EventData[Kind][],
): Statement {
  return insertUnpublished(tx, {
    events: events.map((data) => ({
      id: newId('evt'),
      workbook_id: workbookId,
      kind,
      data: JSON.stringify(data),
      created_at: at,
      position: null,
    })),
  });
}

const insertUnpublished = prepared((tx, { events }: { events: Insertable<Schema['outbox']>[] }) =>
  tx.insertInto('outbox').values(events),
);

export async function hasUnpublishedEvents(db: Db): Promise<boolean> {
  const found = await oneUnpublished(db, {}).execute();
  return found.length > 0;
}

const oneUnpublished = prepared((db, _: object) =>
  db.selectFrom('outbox').select('id').where('position', 'is', null).limit(1),
);

/**
 * Gives the oldest unpublished events their positions. The lock of the counter is held until the commit, so a reader
 * that has seen a position has seen all before it.
 */
export async function publishEvents(tx: Tx, most: number): Promise<StoredEvent[]> {
  const [counter] = await lockCounter(tx, {}).execute();
  if (!counter) throw new Error('the counter of events is missing');
  const after = counter.last_position;
  const published = await numberUnpublished(tx, { after, most }).execute();
  if (published.length > 0) await moveCounter(tx, { to: after + published.length }).execute();
  return published.map(storedEvent).sort((a, b) => a.position - b.position);
}

const lockCounter = prepared((tx, _: object) =>
  tx
    .updateTable('event_counter')
    .set((eb) => ({ last_position: eb.ref('last_position') }))
    .returning('last_position'),
);

const moveCounter = prepared((tx, { to }: { to: number }) =>
  tx.updateTable('event_counter').set({ last_position: to }),
);

const numberUnpublished = prepared((tx, { after, most }: { after: number; most: number }) => {
  const numbered = tx
    .selectFrom('outbox')
    .select(['id', sql<number>`row_number() over (order by id)`.as('number')])
    .where('position', 'is', null)
    .orderBy('id')
    .limit(most)
    .as('numbered');
  return tx
    .updateTable('outbox')
    .from(numbered)
    .set((eb) => ({ position: eb('numbered.number', '+', after) }))
    .whereRef('outbox.id', '=', 'numbered.id')
    .returning([
      'outbox.id',
      'outbox.workbook_id',
      'outbox.kind',
      'outbox.data',
      'outbox.created_at',
      'outbox.position',
    ]);
});

export async function lastPosition(db: Db): Promise<number> {
  const { last_position } = await db
    .selectFrom('event_counter')
    .select('last_position')
    .executeTakeFirstOrThrow();
  return last_position;
}

/** Published events in order, of all workbooks or of one. */
export async function eventsAfter(
  db: Db,
  { position, workbookId, limit }: { position: number; workbookId?: string; limit: number },
): Promise<StoredEvent[]> {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .where('position', '>', position)
    .$if(workbookId !== undefined, (query) => query.where('workbook_id', '=', workbookId as string))
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map(storedEvent);
}

/** A published event of a workbook, by its id or, without one, the newest. */
export async function findEvent(
  db: Db,
  workbookId: string,
  id?: string,
): Promise<{ id: string; position: number } | undefined> {
  const found = await db
    .selectFrom('outbox')
    .select(['id', 'position'])
    .where('workbook_id', '=', workbookId)
    .where('position', 'is not', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id as string))
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found as { id: string; position: number } | undefined;
}

/** Deletes from the start of the order, so that no event is missing between two that are kept. */
export function deleteEventsBefore(db: Db, time: string) {
  return db.deleteFrom('outbox').where('position', '<=', (eb) =>
    eb
      .selectFrom('outbox as old')
      .select(({ fn }) => fn.max('old.position').as('last'))
      .where('old.created_at', '<=', time),
  );
}

function storedEvent(row: Selectable<Schema['outbox']>): StoredEvent {
  return {
    id: row.id,
    workbookId: row.workbook_id,
    kind: row.kind as EventKind,
    data: JSON.parse(row.data) as Record<string, unknown>,
    createdAt: row.created_at,
    position: row.position as number,
  };
}
