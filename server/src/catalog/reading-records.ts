// The only writer of `readings`: a change counts up the revision by which nodes know that what they hold is outdated.
import type { Selectable } from 'kysely';
import type { Change } from './change.js';
import type { Db } from './db.js';
import type { Schema } from './schema.js';

export type ReadingRecord = Selectable<Schema['readings']>;

export async function insertReading(c: Change, reading: ReadingRecord): Promise<void> {
  await c.tx.insertInto('readings').values(reading).execute();
}

/** Undefined if it has been deleted. */
export async function updateReading(
  c: Change,
  readingId: string,
  set: Partial<
    Pick<
      ReadingRecord,
      'name' | 'target' | 'sheets' | 'source_id' | 'workbook_id' | 'learned_from' | 'decided_by'
    >
  >,
): Promise<ReadingRecord | undefined> {
  return await c.tx
    .updateTable('readings')
    .set((eb) => ({ ...set, revision: eb('revision', '+', 1), updated_at: c.at }))
    .where('id', '=', readingId)
    .returningAll()
    .executeTakeFirst();
}

/** What was learned from a source holds on when that is deleted. */
export async function forgetSourceOfReadings(c: Change, sourceId: string): Promise<void> {
  await c.tx
    .updateTable('readings')
    .set((eb) => ({ source_id: '', revision: eb('revision', '+', 1) }))
    .where('source_id', '=', sourceId)
    .execute();
}

/** Returns whether it was still there. */
export async function deleteReadingRecord(c: Change, readingId: string): Promise<boolean> {
  const { numDeletedRows } = await c.tx
    .deleteFrom('readings')
    .where('id', '=', readingId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function readingsOf(db: Db, workspaceId: string): Promise<ReadingRecord[]> {
  return await db
    .selectFrom('readings')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute();
}

/** Changes whenever a reading of the workspace does. */
export async function readingsStamp(db: Db, workspaceId: string): Promise<string> {
  const found = await db
    .selectFrom('readings')
    .select((eb) => [
      eb.fn.countAll().as('count'),
      eb.fn.sum('revision').as('revisions'),
      eb.fn.max('updated_at').as('last'),
    ])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return `${found.count} ${found.revisions} ${found.last}`;
}
