import type { Db } from '../../../catalog/db.js';
import { type TableRecord, tablesById } from '../../../catalog/tables.js';
import type { TransformRun } from '../../../core/operations.js';

/** The run that computed a derived table at a version, and its inputs. */
export interface RunRecord extends Omit<TransformRun, 'transform'> {
  /** The version that it wrote; later ones up to the next run differ only by overrides. */
  version: number;
  /** The current transform; undefined if it was deleted. */
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

/** The existing inputs of a run, by id. */
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
