import { sql } from 'kysely';
import type { Db } from './db.js';

/** The rows of many tables, each at a version, in one statement; by table id, without versions that do not exist. */
export async function rowCountsAt(
  db: Db,
  tables: readonly { id: string; version: number }[],
): Promise<Map<string, number>> {
  if (tables.length === 0) return new Map();
  const wanted = tables.map(({ id, version }) => sql`(cast(${id} as text), cast(${version} as integer))`);
  const { rows } = await sql<{ table_id: string; row_count: number }>`
    with wanted (id, version) as (values ${sql.join(wanted)})
    select table_id, row_count from wanted
    join table_versions on table_versions.table_id = wanted.id and table_versions.version = wanted.version`.execute(
    db,
  );
  return new Map(rows.map(({ table_id, row_count }) => [table_id, row_count]));
}
