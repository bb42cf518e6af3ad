// The only writer of `table_views`.
import type { Selectable } from 'kysely';
import type { Change } from './change.js';
import type { Db } from './db.js';
import type { Schema } from './schema.js';

export type ViewRecord = Selectable<Schema['table_views']>;

/** Those of a user, and those that others share; the oldest first. */
export async function viewsOfTable(db: Db, tableId: string, userId: string): Promise<ViewRecord[]> {
  return await db
    .selectFrom('table_views')
    .selectAll()
    .where('table_id', '=', tableId)
    .where((eb) => eb.or([eb('owner_id', '=', userId), eb('is_shared', '=', 1)]))
    .orderBy('id')
    .execute();
}

export async function insertView(c: Change, view: ViewRecord): Promise<void> {
  await c.tx.insertInto('table_views').values(view).execute();
}

export async function updateViewRecord(c: Change, { id, ...view }: ViewRecord): Promise<void> {
  await c.tx.updateTable('table_views').set(view).where('id', '=', id).execute();
}

export async function deleteViewRecord(c: Change, viewId: string): Promise<void> {
  await c.tx.deleteFrom('table_views').where('id', '=', viewId).execute();
}
