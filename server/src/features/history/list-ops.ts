import type { Selectable } from 'kysely';
import type { Schema } from '../../catalog/schema.js';
import { problem } from '../../core/problems.js';
import type { Service } from '../../service.js';

export type OpRow = Selectable<Schema['ops']> & { table_name: string | null };

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
    .selectAll('ops')
    .select('tables.name as table_name')
    .where('ops.workbook_id', '=', workbookId);
}
