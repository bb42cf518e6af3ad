import type { Db } from '../../../catalog/db.js';
import { type TableRecord, tablesById } from '../../../catalog/tables.js';
import type { TransformRun } from '../../../core/operations.js';

/** What made a derived table as it was at a version, and of what. */
export interface RunRecord extends Omit<TransformRun, 'transform'> {
  /** The version that it wrote; later ones up to the next run differ by single cells alone. */
  version: number;
  /** Of the transform as it is now; undefined where it was deleted. */
  transform: { ownerId: string; rowSalt: string } | undefined;
}

/** The last run at or before a version; undefined for a table that no run has written yet. */
export async function findRun(db: Db, table: TableRecord, version: number): Promise<RunRecord | undefined> {
  const run = await db
    .selectFrom('table_versions')
    .innerJoin('ops', (join) =>
      join.onRef('ops.op_id', '=', 'table_versions.op_id').on('ops.workbook_id', '=', table.workbook_id),
    )
    .select(['table_versions.version', 'ops.input'])
    .where('table_versions.table_id', '=', table.id)
    .where('table_versions.version', '<=', version)
    .where('ops.kind', '=', 'transform.run')
    .orderBy('table_versions.version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!run) return undefined;
  const { transform, ...repeatable } = JSON.parse(run.input) as TransformRun;
  const now = await db
    .selectFrom('transforms')
    .select(['owner_user_id as ownerId', 'row_salt as rowSalt'])
    .where('id', '=', transform)
    .executeTakeFirst();
  return { ...repeatable, version: run.version, transform: now };
}

/** The inputs of a run that are still there, by id. */
export async function inputTables(
  db: Db,
  workbookId: string,
  { inputs }: RunRecord,
): Promise<Map<string, TableRecord>> {
  return await tablesById(
    db,
    workbookId,
    inputs.map(({ artifact_id }) => artifact_id),
  );
}
