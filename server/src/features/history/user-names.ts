import type { Db } from '../../catalog/db.js';

/** By id, what people call the users who changed something; one who deleted themselves has no name any more. */
export async function userNames(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const users = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', 'in', [...new Set(userIds)])
    .execute();
  return new Map(users.map(({ id, name, email }) => [id, name || email]));
}
