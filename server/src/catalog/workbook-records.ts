// The only writer of `workbooks`. Every change of a workbook locks its row first, so that its writers take turns.
import type { Selectable } from 'kysely';
import type { Visibility } from '../core/rights.js';
import type { Change } from './change.js';
import type { Tx } from './db.js';
import { locked } from './locked.js';
import { prepared } from './prepared.js';
import type { Schema } from './schema.js';

export type WorkbookRecord = Selectable<Schema['workbooks']>;

export async function insertWorkbook(tx: Tx, workbook: WorkbookRecord): Promise<void> {
  await tx.insertInto('workbooks').values(workbook).execute();
}

/** The statements that lock a workbook and count its next op; the first finds the number of ops before it. */
export function takeOpId(tx: Tx, { workbookId, at }: { workbookId: string; at: string }) {
  return [lockedOpId(tx, { workbookId }), countOp(tx, { workbookId, at })] as const;
}

const lockedOpId = prepared((tx, { workbookId }: { workbookId: string }) =>
  locked(tx, tx.selectFrom('workbooks').select('last_op_id').where('id', '=', workbookId)),
);

const countOp = prepared((tx, { workbookId, at }: { workbookId: string; at: string }) =>
  tx
    .updateTable('workbooks')
    .set((eb) => ({ last_op_id: eb('last_op_id', '+', 1), updated_at: at }))
    .where('id', '=', workbookId),
);

/** Locks a workbook until the commit, for a change without an op. */
export async function lockWorkbook(tx: Tx, workbookId: string, at: string): Promise<void> {
  await tx.updateTable('workbooks').set({ updated_at: at }).where('id', '=', workbookId).execute();
}

/** What is absent stays as it is. */
export interface WorkbookDetails {
  title?: string | undefined;
  description?: string | null | undefined;
  visibility?: Visibility | undefined;
}

export async function setWorkbookDetails(
  c: Change,
  workbookId: string,
  { title, description, visibility }: WorkbookDetails,
): Promise<WorkbookRecord> {
  const before = await c.tx
    .selectFrom('workbooks')
    .select(['title', 'description'])
    .where('id', '=', workbookId)
    .executeTakeFirstOrThrow();
  // Who may enter is for its owner to say, and is not taken back by an undo.
  if (visibility === undefined) c.keepBefore('workbook', workbookId, before);
  return await c.tx
    .updateTable('workbooks')
    .set({
      updated_at: c.at,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(visibility !== undefined && { visibility }),
    })
    .where('id', '=', workbookId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Gives the workbooks that a user owns in a workspace to another, and returns their ids. */
export async function reassignWorkbooks(
  tx: Tx,
  { workspaceId, from, to }: { workspaceId: string; from: string; to: string },
  at: string,
): Promise<string[]> {
  const passed = await tx
    .updateTable('workbooks')
    .set({ owner_user_id: to, updated_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('owner_user_id', '=', from)
    .returning('id')
    .execute();
  return passed.map(({ id }) => id);
}

export async function deleteWorkbookRecord(tx: Tx, workbookId: string): Promise<void> {
  await tx.deleteFrom('workbooks').where('id', '=', workbookId).execute();
}
