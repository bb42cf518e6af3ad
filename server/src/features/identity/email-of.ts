import type { Db } from '../../catalog/db.js';

/** The e-mail of a user; null if there is none, as for what the service itself does. */
export async function emailOf(db: Db, userId: string): Promise<string | null> {
  const user = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return user?.email ?? null;
}
