// The only writer of `comments`.
import type { Selectable } from 'kysely';
import type { Change } from './change.js';
import type { Db } from './db.js';
import type { Schema } from './schema.js';

export type CommentRecord = Selectable<Schema['comments']>;

interface Wanted {
  tableId: string;
  columnIds: readonly string[];
  rowId?: number | undefined;
  isResolved?: boolean | undefined;
  after: string | undefined;
  limit: number;
}

/** The oldest first. Whether one is resolved, the first of its thread says. */
export async function commentsOfTable(db: Db, wanted: Wanted): Promise<CommentRecord[]> {
  const { tableId, columnIds, rowId, isResolved, after, limit } = wanted;
  return await threaded(db)
    .where('comments.table_id', '=', tableId)
    .where('comments.column_id', 'in', [...columnIds])
    .$if(rowId !== undefined, (query) => query.where('comments.row_id', '=', rowId as number))
    .$if(isResolved !== undefined, (query) =>
      query.where('threads.resolved_at', isResolved ? 'is not' : 'is', null),
    )
    .$if(after !== undefined, (query) => query.where('comments.id', '>', after as string))
    .orderBy('comments.id')
    .limit(limit)
    .execute();
}

export async function findComment(
  db: Db,
  tableId: string,
  commentId: string,
): Promise<CommentRecord | undefined> {
  return await threaded(db)
    .where('comments.table_id', '=', tableId)
    .where('comments.id', '=', commentId)
    .executeTakeFirst();
}

/** The columns that comments are on, by the ids of the comments; deleted ones are left out. */
export async function columnsOfComments(
  db: Db,
  commentIds: readonly string[],
): Promise<Pick<CommentRecord, 'id' | 'table_id' | 'column_id'>[]> {
  return await db
    .selectFrom('comments')
    .select(['id', 'table_id', 'column_id'])
    .where('id', 'in', [...commentIds])
    .execute();
}

export async function countComments(db: Db, tableId: string): Promise<number> {
  const { count } = await db
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('table_id', '=', tableId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertComment(c: Change, comment: CommentRecord): Promise<void> {
  await c.tx.insertInto('comments').values(comment).execute();
}

export async function rewriteComment(
  c: Change,
  { id, text, mentions, edited_at }: CommentRecord,
): Promise<void> {
  await c.tx.updateTable('comments').set({ text, mentions, edited_at }).where('id', '=', id).execute();
}

export async function setResolved(
  c: Change,
  threadId: string,
  resolved: Pick<CommentRecord, 'resolved_at' | 'resolved_by'>,
): Promise<void> {
  await c.tx.updateTable('comments').set(resolved).where('id', '=', threadId).execute();
}

/** The first comment of a thread goes with all replies. */
export async function deleteCommentRecord(c: Change, commentId: string): Promise<void> {
  await c.tx
    .deleteFrom('comments')
    .where((eb) => eb.or([eb('id', '=', commentId), eb('thread_id', '=', commentId)]))
    .execute();
}

function threaded(db: Db) {
  return db
    .selectFrom('comments')
    .innerJoin('comments as threads', 'threads.id', 'comments.thread_id')
    .selectAll('comments')
    .select(['threads.resolved_at', 'threads.resolved_by']);
}
