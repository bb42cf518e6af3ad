import type { Tx } from '../../catalog/db.js';

/** Ends the sessions of a user, all or all but one; their tokens stop working on commit. Returns how many were open. */
export async function endSessions(
  tx: Tx,
  { userId, except, at }: { userId: string; except?: string; at: string },
): Promise<number> {
  const ended = await tx
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .$if(except !== undefined, (query) => query.where('id', '!=', except as string))
    .returning('id')
    .execute();
  return ended.length;
}
