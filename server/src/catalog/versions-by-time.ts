import type { Db } from './db.js';

interface VersionAtTime {
  version: number;
  created_at: string;
}

/** The version that a table had at a time; undefined if it did not exist yet. */
export async function versionAt(db: Db, tableId: string, time: string): Promise<VersionAtTime | undefined> {
  return await db
    .selectFrom('table_versions')
    .select(['version', 'created_at'])
    .where('table_id', '=', tableId)
    .where('created_at', '<=', time)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The first version that a table got at a time or later; undefined if there is none. */
export async function versionSince(
  db: Db,
  tableId: string,
  time: string,
): Promise<VersionAtTime | undefined> {
  return await db
    .selectFrom('table_versions')
    .select(['version', 'created_at'])
    .where('table_id', '=', tableId)
    .where('created_at', '>=', time)
    .orderBy('version')
    .limit(1)
    .executeTakeFirst();
}

export async function timeOfVersion(db: Db, tableId: string, version: number): Promise<string | undefined> {
  const found = await db
    .selectFrom('table_versions')
    .select('created_at')
    .where('table_id', '=', tableId)
    .where('version', '=', version)
    .executeTakeFirst();
  return found?.created_at;
}
