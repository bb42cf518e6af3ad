import type { Selectable } from 'kysely';
import type { Schema } from '../../catalog/schema.js';
import { problem } from '../../core/problems.js';
import type { Service } from '../../service.js';

export type OpRow = Omit<Selectable<Schema['ops']>, 'request'> & {
  table_name: string | null;
  /** Null where it is too long to be listed; the rows it wrote are in their history. */
  request: string | null;
};

const LONGEST_REQUEST = 32 * 1024;

/** The kinds that have an inverse. */
const undoableKinds = new Set(['rows.upsert', 'rows.delete']);

export function isUndoable(op: OpRow): boolean {
  return undoableKinds.has(op.kind) && op.undone_by === null && op.table_name !== null;
}

/** Ops of a workbook, newest first. */
export async function listOps(
  service: Service,
  workbookId: string,
  page: { limit: number; before?: number | undefined },
): Promise<OpRow[]> {
  return await opsQuery(service, workbookId)
    .$if(page.before !== undefined, (query) => query.where('ops.op_id', '<', page.before as number))
    .orderBy('ops.op_id', 'desc')
    .limit(page.limit)
    .execute();
}

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
        .when(eb.fn<number>('length', ['ops.request']), '<=', LONGEST_REQUEST)
        .then(eb.ref('ops.request'))
        .end()
        .as('request'),
    )
    .where('ops.workbook_id', '=', workbookId);
}
