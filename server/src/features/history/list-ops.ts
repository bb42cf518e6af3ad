import { say } from '@workbook-data-service/contract/messages';
import { type Expression, type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { Schema } from '../../catalog/schema.js';
import { nameKey } from '../../catalog/tables.js';
import { decodeCursor } from '../../core/cursor.js';
import { cutPage, type Page, type PageRequest } from '../../core/paging.js';
import { problem } from '../../core/problems.js';
import type { Service } from '../service.js';

export type OpRow = Omit<Selectable<Schema['ops']>, 'input'> & {
  table_name: string | null;
  /** The name that its table had, also after it was deleted, while it can come back. */
  kept_name: string | null;
  /** Null if it is too long to be listed; the history of the rows has what it wrote. */
  input: string | null;
  /** 1 if it is kept how things were before. */
  has_states: number;
  /** 1 if a table or a file that it changed is gone for good. */
  lacks_object: number;
  /** 1 if it is kept which file there was before. */
  keeps_file: number;
};

const LONGEST_INPUT = 32 * 1024;

/** The kinds that are undone row by row. */
export const rowKinds: ReadonlySet<string> = new Set(['rows.upsert', 'rows.delete', 'rows.merge']);

/** Kinds that write versions of tables, which keep what was before. */
const versionKinds: ReadonlySet<string> = new Set([
  'rows.undo',
  'op.undo',
  'column.add',
  'column.drop',
  'column.rename',
  'column.retype',
  'formula.set',
  'overrides.drop',
  'transform.run',
  'source.materialize',
  'snapshot.restore',
]);

/** Kinds that change what an undo could not give back: a file, or what is kept of one. */
const lastingKinds: ReadonlySet<string> = new Set([
  'source.delete',
  'file.version',
  'file.revert',
  'file.track',
  'file.untrack',
]);

/** An op without a table concerns several. */
export function isUndoable(op: OpRow): boolean {
  if (op.undone_by !== null || op.lacks_object === 1 || lastingKinds.has(op.kind)) return false;
  // Those of earlier releases keep some states, but not their file.
  if (op.kind === 'source.revise' && op.keeps_file === 0) return false;
  if (op.has_states === 1) return true;
  const isThere = op.table_id === null || op.table_name !== null;
  return isThere && (rowKinds.has(op.kind) || versionKinds.has(op.kind));
}

export interface OpFilter {
  before?: number | undefined;
  /** The name or id of a table; ops on several tables are found by each of them. */
  table?: string | undefined;
  user_id?: string | undefined;
  /** A kind, or what kinds begin with before their dot. */
  kind?: string | undefined;
}

/** Ops of a workbook, newest first. */
export async function listOps(
  service: Service,
  workbookId: string,
  page: PageRequest & OpFilter,
): Promise<Page<OpRow>> {
  const { table, user_id: userId, kind } = page;
  const bounds = [page.before, page.cursor === undefined ? undefined : decodeCursor(page.cursor, isOpId)];
  const before = Math.min(...bounds.map((bound) => bound ?? Number.POSITIVE_INFINITY));
  const found = await opsQuery(service, workbookId)
    .$if(Number.isFinite(before), (query) => query.where('ops.op_id', '<', before))
    .$if(userId !== undefined, (query) => query.where('ops.user_id', '=', userId as string))
    .$if(kind !== undefined, (query) => query.where((eb) => isOfKind(eb, kind as string)))
    .$if(table !== undefined, (query) => query.where((eb) => concernsTable(eb, workbookId, table as string)))
    .orderBy('ops.op_id', 'desc')
    .limit(page.limit + 1)
    .execute();
  return cutPage(found, page, ({ op_id }) => op_id);
}

type OpsBuilder = ExpressionBuilder<Schema, 'ops'>;

function isOfKind(eb: OpsBuilder, kind: string) {
  const beginning = `${kind}.`;
  const start = eb.fn<string>('substr', ['ops.kind', eb.val(1), eb.val(beginning.length)]);
  return eb.or([eb('ops.kind', '=', kind), eb(start, '=', beginning)]);
}

/** A deleted table is known by its id alone. */
function concernsTable(eb: OpsBuilder, workbookId: string, nameOrId: string) {
  const tableIds = eb
    .selectFrom('tables')
    .select('tables.id')
    .where('tables.workbook_id', '=', workbookId)
    .where((table) => table.or([table('name_key', '=', nameKey(nameOrId)), table('id', '=', nameOrId)]));
  const writingOps = eb
    .selectFrom('table_versions')
    .select('table_versions.op_id')
    .where('table_versions.table_id', 'in', tableIds);
  return eb.or([
    eb('ops.table_id', '=', nameOrId),
    eb('ops.table_id', 'in', tableIds),
    eb('ops.op_id', 'in', writingOps),
  ]);
}

const isOpId = (value: unknown): value is number => Number.isSafeInteger(value);

export async function requireOp(service: Service, workbookId: string, opId: number): Promise<OpRow> {
  return await opsQuery(service, workbookId)
    .where('ops.op_id', '=', opId)
    .executeTakeFirstOrThrow(() => problem('not-found', say('op-unknown', { op: opId })));
}

function opsQuery(service: Service, workbookId: string) {
  return service.catalog.db
    .selectFrom('ops')
    .leftJoin('tables', 'tables.id', 'ops.table_id')
    .leftJoin('all_tables as kept', 'kept.id', 'ops.table_id')
    .select([
      'ops.workbook_id',
      'ops.op_id',
      'ops.kind',
      'ops.operation',
      'ops.table_id',
      'ops.user_id',
      'ops.credential_id',
      'ops.actor',
      'ops.created_at',
      'ops.undone_by',
      'tables.name as table_name',
      'kept.name as kept_name',
    ])
    .select((eb) =>
      eb
        .case()
        .when(eb.fn<number>('length', ['ops.input']), '<=', LONGEST_INPUT)
        .then(eb.ref('ops.input'))
        .end()
        .as('input'),
    )
    .select((eb) => [
      exists(
        eb
          .selectFrom('op_states')
          .select('op_states.op_id')
          .whereRef('op_states.workbook_id', '=', 'ops.workbook_id')
          .whereRef('op_states.op_id', '=', 'ops.op_id'),
      ).as('has_states'),
      exists(
        eb
          .selectFrom('op_states')
          .leftJoin('all_tables', 'all_tables.id', 'op_states.object_id')
          .leftJoin('sources', 'sources.id', 'op_states.object_id')
          .select('op_states.op_id')
          .whereRef('op_states.workbook_id', '=', 'ops.workbook_id')
          .whereRef('op_states.op_id', '=', 'ops.op_id')
          .where('op_states.kind', 'in', ['table', 'landing', 'source', 'parse-spec'])
          .where('all_tables.id', 'is', null)
          .where('sources.id', 'is', null),
      ).as('lacks_object'),
      exists(
        eb
          .selectFrom('op_states')
          .select('op_states.op_id')
          .whereRef('op_states.workbook_id', '=', 'ops.workbook_id')
          .whereRef('op_states.op_id', '=', 'ops.op_id')
          .where('op_states.kind', '=', 'source'),
      ).as('keeps_file'),
    ])
    .where('ops.workbook_id', '=', workbookId);
}

/** 1 or 0, in both databases. */
const exists = (query: Expression<unknown>) => sql<number>`case when exists ${query} then 1 else 0 end`;
