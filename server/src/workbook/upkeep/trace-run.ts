import type { Db } from '../../catalog/db.js';
import { type LineageEdge, lineageAt, ROWS } from '../../catalog/lineage.js';
import { columnsAt, tablesById } from '../../catalog/tables.js';
import type { TransformRun } from '../../core/operations.js';
import { Problem } from '../../core/problems.js';
import { bindSql, inputName } from '../../core/transform-template.js';
import { type Stores, storesOf } from '../stores.js';
import { lineageOf, type TracedInput } from '../ungoverned/transforms/lineage-of.js';
import type { WorkbookData } from '../workbook-data.js';

interface UntracedRun {
  table_id: string;
  version: number;
}

/** The latest runs first, because the current versions of tables are read most. */
export async function untracedRuns(db: Db): Promise<UntracedRun[]> {
  return await db.selectFrom('untraced_runs').selectAll().orderBy('version', 'desc').execute();
}

/**
 * Finds out which columns influenced the rows of a run that recorded none, from its statement. The guess stays where
 * that is impossible: the code is not SQL, an input was deleted, or the statement is no longer accepted.
 */
export async function traceRun(data: WorkbookData, { table_id, version }: UntracedRun): Promise<void> {
  const stores = storesOf(data);
  const { catalog } = stores;
  const influences = await influencesOf(stores, table_id, version);
  await catalog.transaction(async (tx) => {
    if (influences) {
      const values = (await lineageAt(tx, table_id, version)).filter(({ columnId }) => columnId !== ROWS);
      await tx
        .updateTable('table_lineage')
        .set({ edges: JSON.stringify([...values, ...influences]) })
        .where('table_id', '=', table_id)
        .where('version', '=', version)
        .execute();
    }
    await tx
      .deleteFrom('untraced_runs')
      .where('table_id', '=', table_id)
      .where('version', '=', version)
      .execute();
  });
}

async function influencesOf(
  { catalog: { db }, engine, queryTimeoutMs: deadlineMs }: Stores,
  tableId: string,
  version: number,
): Promise<LineageEdge[] | undefined> {
  const found = await runAt(db, tableId, version);
  if (!found) return undefined;
  const { workbookId, run } = found;
  const inputs = run.kind === 'sql' ? await inputsOf(db, workbookId, run) : undefined;
  if (!inputs) return undefined;
  const relations = inputs.map(({ placeholder, table }) => ({
    name: inputName(placeholder),
    tableId: table.record.id,
    version: table.version,
    columns: table.columns.map(({ id, name, type }) => ({ id, name, type, masked: false })),
  }));
  const output = { kind: 'describe', lineage: true } as const;
  try {
    const { lineage } = await engine.read({
      workbookId,
      relations,
      sql: bindSql(run.code),
      output,
      deadlineMs,
    });
    return lineage && lineageOf(lineage, [], inputs);
  } catch (error) {
    if (error instanceof Problem && /^(sql|query)-/.test(error.slug)) return undefined;
    throw error;
  }
}

async function runAt(
  db: Db,
  tableId: string,
  version: number,
): Promise<{ workbookId: string; run: TransformRun } | undefined> {
  const row = await db
    .selectFrom('table_versions')
    .innerJoin('tables', 'tables.id', 'table_versions.table_id')
    .innerJoin('ops', (join) =>
      join
        .onRef('ops.op_id', '=', 'table_versions.op_id')
        .onRef('ops.workbook_id', '=', 'tables.workbook_id'),
    )
    .select(['tables.workbook_id as workbookId', 'ops.input'])
    .where('table_versions.table_id', '=', tableId)
    .where('table_versions.version', '=', version)
    .where('ops.kind', 'in', ['transform.run', 'transform.create'])
    .executeTakeFirst();
  return row && { workbookId: row.workbookId, run: JSON.parse(row.input) as TransformRun };
}

/**
 * Every column that the inputs had, whatever the owner of the transform saw of them: `select *` may have read it.
 * Undefined if an input was deleted.
 */
async function inputsOf(db: Db, workbookId: string, { inputs }: TransformRun) {
  const ids = inputs.map(({ artifact_id }) => artifact_id);
  const tables = await tablesById(db, workbookId, ids);
  if (ids.some((id) => !tables.has(id))) return undefined;
  return await Promise.all(
    inputs.map(async ({ placeholder, artifact_id: id, edit_version: version }) => {
      const columns = await columnsAt(db, id, version);
      return { placeholder, table: { record: { id }, version, columns } } satisfies TracedInput;
    }),
  );
}
