import { sql } from 'kysely';
import type { Db } from '../../catalog/db.js';
import { tablesById } from '../../catalog/tables.js';
import { findRun } from '../reading/provenance/find-run.js';

/**
 * The oldest version of a table that anything needs: the one that was current at a time, and older ones that snapshots
 * (and so named versions and versions of files), open branches and conflicts name, or that runs read whose results were
 * still current then. Undefined if the table did not exist then.
 */
export async function oldestNeeded(
  db: Db,
  { id, workbookId }: { id: string; workbookId: string },
  before: string,
): Promise<number | undefined> {
  const current = await currentAt(db, id, before);
  if (current === undefined) return undefined;
  const { rows } = await sql<{ version: number | null }>`
    select min(edit_version) as version from snapshot_tables where table_id = ${id}
    union all
    select min(version) from branch_bases join branches on branches.id = branch_id
      where table_id = ${id} and branches.status = 'open'
    union all
    select min(version) - 1 from conflicts where table_id = ${id} and status = 'open'`.execute(db);
  const named = rows.flatMap(({ version }) => (version === null ? [] : [Math.max(version, 1)]));
  return Math.min(current, ...named, ...(await versionsRead(db, { id, workbookId }, before)));
}

async function currentAt(db: Db, tableId: string, time: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('table_versions')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('table_id', '=', tableId)
    .where('created_at', '<=', time)
    .executeTakeFirst();
  return found?.version ?? undefined;
}

/** The versions of a table that were read by the runs behind the tables derived from it. */
async function versionsRead(
  db: Db,
  { id, workbookId }: { id: string; workbookId: string },
  time: string,
): Promise<number[]> {
  const derived = await db
    .selectFrom('table_inputs')
    .select('table_id')
    .where('input_id', '=', id)
    .distinct()
    .execute();
  const tables = await tablesById(
    db,
    workbookId,
    derived.map(({ table_id }) => table_id),
  );
  const versions: number[] = [];
  for (const table of tables.values()) {
    const run = await findRun(db, table, (await currentAt(db, table.id, time)) ?? 1);
    for (const input of run?.inputs ?? []) if (input.artifact_id === id) versions.push(input.edit_version);
  }
  return versions;
}
