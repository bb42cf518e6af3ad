import { type Kysely, sql } from 'kysely';

interface ColumnRecord {
  id: string;
  name: string;
}

interface Edge {
  columnId: string;
  inputTableId: string;
  inputVersion?: number;
  inputColumnId: string;
  exact: boolean;
}

interface Run {
  table_id: string;
  version: number;
  request: string;
}

/** Used in place of a column id for the rows of a table. */
const ROWS = '';

/**
 * Rules now cover rows that a hidden column influenced. Earlier runs did not record which columns did, so every column
 * of every input counts until the next run.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its time, not those of today.
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('policies').addColumn('influence', 'text').execute();
  await influenceByEverything(db);
}

/** Adds influences to all earlier runs. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export async function influenceByEverything(db: Kysely<any>): Promise<void> {
  const { rows: runs } = await sql<Run>`
    select table_versions.table_id, table_versions.version, ops.request
    from table_versions
    join tables on tables.id = table_versions.table_id
    join ops on ops.workbook_id = tables.workbook_id and ops.op_id = table_versions.op_id
    where ops.kind in ('transform.run', 'transform.create')
    order by table_versions.table_id, table_versions.version`.execute(db);
  for (const run of runs) await addInfluences(db, run);
  // Without a signature the next run is not skipped, although its inputs are the same, and records the influences.
  await db.updateTable('transforms').set({ run_signature: null }).execute();
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
async function addInfluences(db: Kysely<any>, { table_id, version, request }: Run): Promise<void> {
  const { inputs = [] } = JSON.parse(request) as {
    inputs?: { artifact_id: string; edit_version: number }[];
  };
  const edges: Edge[] = await known(db, table_id, version);
  for (const { artifact_id: inputTableId, edit_version: inputVersion } of inputs) {
    const input = { columnId: ROWS, inputTableId, inputVersion };
    edges.push({ ...input, inputColumnId: ROWS, exact: true });
    for (const { id } of await columnsAt(db, inputTableId, inputVersion))
      edges.push({ ...input, inputColumnId: id, exact: false });
  }
  await db
    .insertInto('table_lineage')
    .values({ table_id, version, edges: JSON.stringify(edges) })
    .onConflict((oc) => oc.columns(['table_id', 'version']).doUpdateSet({ edges: JSON.stringify(edges) }))
    .execute();
}

/** What the columns depend on at the version, without what an earlier step of this migration added. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
async function known(db: Kysely<any>, tableId: string, version: number): Promise<Edge[]> {
  const row = await db
    .selectFrom('table_lineage')
    .select('edges')
    .where('table_id', '=', tableId)
    .where('version', '<=', version)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const edges = row ? (JSON.parse(row.edges) as Edge[]) : [];
  return edges.filter(({ columnId }) => columnId !== ROWS);
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
async function columnsAt(db: Kysely<any>, tableId: string, version: number): Promise<ColumnRecord[]> {
  const row = await db
    .selectFrom('table_schemas')
    .select('columns')
    .where('table_id', '=', tableId)
    .where('version', '<=', version)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? (JSON.parse(row.columns) as ColumnRecord[]) : [];
}
