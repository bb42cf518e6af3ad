import type { Selectable } from 'kysely';
import type { Schema } from '../../catalog/schema.js';
import { decodeCursor } from '../../core/cursor.js';
import { cutPage, type Page, type PageRequest } from '../../core/paging.js';
import { problem } from '../../core/problems.js';
import type { Service } from '../service.js';

export type OpRow = Omit<Selectable<Schema['ops']>, 'input'> & {
  table_name: string | null;
  /** Null if it is too long to be listed; the history of the rows has what it wrote. */
  input: string | null;
};

const LONGEST_INPUT = 32 * 1024;

/** The kinds that have an inverse. */
const undoableKinds = new Set(['rows.upsert', 'rows.delete', 'rows.merge']);

/** An op without a table concerns several. */
export function isUndoable(op: OpRow): boolean {
  const isGone = op.table_id !== null && op.table_name === null;
  return undoableKinds.has(op.kind) && op.undone_by === null && !isGone;
}

/** Ops of a workbook, newest first. */
export async function listOps(
  service: Service,
  workbookId: string,
  page: PageRequest & { before?: number | undefined },
): Promise<Page<OpRow>> {
  const bounds = [page.before, page.cursor === undefined ? undefined : decodeCursor(page.cursor, isOpId)];
  const before = Math.min(...bounds.map((bound) => bound ?? Number.POSITIVE_INFINITY));
  const found = await opsQuery(service, workbookId)
    .$if(Number.isFinite(before), (query) => query.where('ops.op_id', '<', before))
    .orderBy('ops.op_id', 'desc')
    .limit(page.limit + 1)
    .execute();
  return cutPage(found, page, ({ op_id }) => op_id);
}

const isOpId = (value: unknown): value is number => Number.isSafeInteger(value);

export async function requireOp(service: Service, workbookId: string, opId: number): Promise<OpRow> {
  return await opsQuery(service, workbookId)
    .where('ops.op_id', '=', opId)
    .executeTakeFirstOrThrow(() => problem('not-found', `The workbook has no op ${opId}.`));
}

function opsQuery(service: Service, workbookId: string) {
  return service.catalog.db
    .selectFrom('ops')
    .leftJoin('tables', 'tables.id', 'ops.table_id')
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
    ])
    .select((eb) =>
      eb
        .case()
        .when(eb.fn<number>('length', ['ops.input']), '<=', LONGEST_INPUT)
        .then(eb.ref('ops.input'))
        .end()
        .as('input'),
    )
    .where('ops.workbook_id', '=', workbookId);
}
