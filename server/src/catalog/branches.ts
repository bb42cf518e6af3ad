import type { ExpressionBuilder, Selectable } from 'kysely';
import type { BaseColumn } from '../core/base-column.js';
import type { Change } from './change.js';
import type { Db } from './db.js';
import type { Schema } from './schema.js';
import { purgeDeletedTables } from './table-records.js';

type BranchRecord = Selectable<Schema['branches']>;

/** A table as the file of a branch showed it: a version, or, once the file was merged, that file. */
interface BranchBase {
  tableId: string;
  /** The op that recorded it: of several bases of a table, the latest counts. */
  opId: number;
  version: number;
  columns: BaseColumn[];
  rowCount: number;
  /** The merged file as Parquet; null if the base is the version itself. */
  blobHash: string | null;
}

/** The latest base of a table. */
export interface LatestBase extends BranchBase {
  /** The version that the file was exported with. */
  exportedVersion: number;
}

export interface Branch extends BranchRecord {
  /** Of each table, also of deleted ones, by table id. */
  bases: Map<string, LatestBase>;
}

interface NewBranch {
  id: string;
  workbookId: string;
  format: BranchRecord['format'];
  filename: string;
  opId: number;
  bases: Omit<BranchBase, 'opId' | 'blobHash'>[];
}

export async function insertBranch(c: Change, branch: NewBranch): Promise<void> {
  const { opId } = branch;
  await c.tx
    .insertInto('branches')
    .values({
      id: branch.id,
      workbook_id: branch.workbookId,
      status: 'open',
      format: branch.format,
      filename: branch.filename,
      op_id: opId,
      created_at: c.at,
      created_by: c.author.userId ?? 'system',
      closed_at: null,
    })
    .execute();
  await insertBases(
    c,
    branch.id,
    branch.bases.map((base) => ({ ...base, opId, blobHash: null })),
  );
}

/** Makes these the bases that the next merge of the branch begins from. */
export async function insertBases(c: Change, branchId: string, bases: readonly BranchBase[]): Promise<void> {
  if (bases.length === 0) return;
  await c.tx
    .insertInto('branch_bases')
    .values(
      bases.map(({ tableId, opId, version, columns, rowCount, blobHash }) => ({
        branch_id: branchId,
        table_id: tableId,
        op_id: opId,
        version,
        columns: JSON.stringify(columns),
        row_count: rowCount,
        blob_hash: blobHash,
      })),
    )
    .execute();
}

/** Removes the bases that a merge recorded, so that those before them count again. */
export async function removeBases(c: Change, workbookId: string, opId: number): Promise<void> {
  await c.tx
    .deleteFrom('branch_bases')
    .where('op_id', '=', opId)
    .where('branch_id', 'in', (eb) =>
      eb.selectFrom('branches').select('id').where('workbook_id', '=', workbookId),
    )
    .execute();
}

export async function findBranch(db: Db, workbookId: string, branchId: string): Promise<Branch | undefined> {
  const record = await db
    .selectFrom('branches')
    .selectAll()
    .where('workbook_id', '=', workbookId)
    .where('id', '=', branchId)
    .executeTakeFirst();
  if (!record) return undefined;
  const rows = await db
    .selectFrom('branch_bases')
    .selectAll()
    .where('branch_id', '=', branchId)
    .orderBy('op_id')
    .execute();
  const bases = new Map<string, LatestBase>();
  for (const row of rows) {
    bases.set(row.table_id, {
      tableId: row.table_id,
      opId: row.op_id,
      version: row.version,
      columns: JSON.parse(row.columns) as BaseColumn[],
      rowCount: row.row_count,
      blobHash: row.blob_hash,
      exportedVersion: bases.get(row.table_id)?.exportedVersion ?? row.version,
    });
  }
  return { ...record, bases };
}

/** `merged`: open, and its file came back. */
export type BranchStatus = BranchRecord['status'] | 'merged';

/** The latest base of one table of a branch, without its columns. */
export interface BranchedTable extends Omit<BranchRecord, 'status'> {
  status: BranchStatus;
  /** When its file was merged last, with an op that was not undone. */
  merged_at: string | null;
  table_id: string;
  version: number;
  row_count: number;
}

/** Where a page of branched tables ended. */
interface BranchedPlace {
  branchId: string;
  tableId: string;
}

/** The tables of the branches of a workbook, the newest branch first; deleted tables are left out. */
export async function branchedTables(
  db: Db,
  workbookId: string,
  page: { status: BranchStatus | 'all'; after: BranchedPlace | undefined; limit: number },
): Promise<BranchedTable[]> {
  const { status, after, limit } = page;
  const rows = await basesOf(db, workbookId)
    .$if(status !== 'all', (query) =>
      query.where('branches.status', '=', status === 'closed' ? 'closed' : 'open'),
    )
    .$if(status === 'open', (query) => query.where(lastMergeOf, 'is', null))
    .$if(status === 'merged', (query) => query.where(lastMergeOf, 'is not', null))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('branches.id', '<', after?.branchId ?? ''),
          eb.and([
            eb('branches.id', '=', after?.branchId ?? ''),
            eb('branch_bases.table_id', '>', after?.tableId ?? ''),
          ]),
        ]),
      ),
    )
    .limit(limit)
    .execute();
  return rows.map(withStatus);
}

/** The same for one branch, in whatever state. */
export async function tablesOfBranch(db: Db, workbookId: string, branchId: string): Promise<BranchedTable[]> {
  return (await basesOf(db, workbookId).where('branches.id', '=', branchId).execute()).map(withStatus);
}

function withStatus<Row extends BranchRecord & { merged_at: string | null }>(row: Row) {
  const status: BranchStatus = row.status === 'open' && row.merged_at !== null ? 'merged' : row.status;
  return { ...row, status };
}

/** When the last merge of a branch was: each left a base, which its undo removed. */
function lastMergeOf(eb: ExpressionBuilder<Schema, 'branches'>) {
  return eb
    .selectFrom('ops')
    .select('ops.created_at')
    .whereRef('ops.workbook_id', '=', 'branches.workbook_id')
    .where('ops.op_id', '=', (of) =>
      of
        .selectFrom('branch_bases as merged')
        .select((base) => base.fn.max('merged.op_id').as('latest'))
        .whereRef('merged.branch_id', '=', 'branches.id')
        .whereRef('merged.op_id', '<>', 'branches.op_id'),
    );
}

function basesOf(db: Db, workbookId: string) {
  return db
    .selectFrom('branches')
    .innerJoin('branch_bases', 'branch_bases.branch_id', 'branches.id')
    .innerJoin('tables', 'tables.id', 'branch_bases.table_id')
    .selectAll('branches')
    .select(['branch_bases.table_id', 'branch_bases.version', 'branch_bases.row_count'])
    .select((eb) => lastMergeOf(eb).as('merged_at'))
    .where('branches.workbook_id', '=', workbookId)
    .where('branch_bases.op_id', '=', (eb) =>
      eb
        .selectFrom('branch_bases as other')
        .select((of) => of.fn.max('other.op_id').as('latest'))
        .whereRef('other.branch_id', '=', 'branch_bases.branch_id')
        .whereRef('other.table_id', '=', 'branch_bases.table_id'),
    )
    .orderBy('branches.id', 'desc')
    .orderBy('branch_bases.table_id');
}

/** After this, no file of the branch is merged, and no content is kept for it. */
export async function closeBranch(c: Change, workbookId: string, branchId: string): Promise<void> {
  await c.tx
    .updateTable('branches')
    .set({ status: 'closed', closed_at: c.at })
    .where('id', '=', branchId)
    .execute();
  await c.tx.updateTable('branch_bases').set({ blob_hash: null }).where('branch_id', '=', branchId).execute();
  await purgeDeletedTables(c.tx, workbookId);
}
