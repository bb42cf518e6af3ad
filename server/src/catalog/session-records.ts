// The only writer of `sessions`.
import type { Insertable, Selectable } from 'kysely';
import type { Db, Statement, Tx } from './db.js';
import type { Schema } from './schema.js';

export type SessionRecord = Selectable<Schema['sessions']>;

export async function insertSession(tx: Tx, session: Insertable<Schema['sessions']>): Promise<void> {
  await tx.insertInto('sessions').values(session).execute();
}

/** Those that have not ended, the latest first. */
export async function openSessions(db: Db, userId: string, now: string): Promise<SessionRecord[]> {
  return await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .execute();
}

/** Ends sessions of a user that are open: one, all, or all but one; their tokens stop working on commit. Returns their ids. */
export async function endSessions(
  tx: Tx,
  { userId, only, except, at }: { userId: string; only?: string; except?: string; at: string },
): Promise<string[]> {
  const ended = await tx
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .$if(only !== undefined, (query) => query.where('id', '=', only as string))
    .$if(except !== undefined, (query) => query.where('id', '!=', except as string))
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

/**
 * Whether a session has not ended since its request began. It stays locked until the commit, so that whoever ends it sees
 * what was made in it.
 */
export async function lockOpenSession(tx: Tx, sessionId: string): Promise<boolean> {
  const session = await tx
    .updateTable('sessions')
    .set((eb) => ({ revoked_at: eb.ref('revoked_at') }))
    .where('id', '=', sessionId)
    .returning('revoked_at')
    .executeTakeFirst();
  return session?.revoked_at == null;
}

/** Of several nodes the latest use counts. */
export function noteSessionUse(tx: Tx, session: { id: string; address: string; at: string }): Statement {
  return tx
    .updateTable('sessions')
    .set({ last_used_at: session.at, address: session.address })
    .where('id', '=', session.id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', session.at)]));
}

export async function noteProof(tx: Tx, sessionId: string, at: string): Promise<void> {
  await tx.updateTable('sessions').set({ proved_at: at }).where('id', '=', sessionId).execute();
}

export function deleteSessionsExpiredBefore(db: Db, time: string) {
  return db.deleteFrom('sessions').where('expires_at', '<=', time);
}
