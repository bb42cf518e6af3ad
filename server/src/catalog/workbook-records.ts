// The only writer of `workbooks`. Every change of a workbook locks its row first, so that its writers take turns.
import type { Selectable } from 'kysely';
import type { Visibility } from '../core/rights.js';
import type { Tx } from './db.js';
import { prepared } from './prepared.js';
import type { Schema } from './schema.js';

export type WorkbookRecord = Selectable<Schema['workbooks']>;

export async function insertWorkbook(tx: Tx, workbook: WorkbookRecord): Promise<void> {
  await tx.insertInto('workbooks').values(workbook).execute();
}

/** Numbers the next op of a workbook and locks the workbook until the commit. */
export const takeOpId = prepared((tx, { workbookId, at }: { workbookId: string; at: string }) =>
  tx
    .updateTable('workbooks')
    .set((eb) => ({ last_op_id: eb('last_op_id', '+', 1), updated_at: at }))
    .where('id', '=', workbookId)
    .returning('last_op_id'),
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
  tx: Tx,
  workbookId: string,
  { title, description, visibility }: WorkbookDetails,
  at: string,
): Promise<WorkbookRecord> {
  return await tx
    .updateTable('workbooks')
    .set({
      updated_at: at,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(visibility !== undefined && { visibility }),
    })
    .where('id', '=', workbookId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Gives the workbooks that a user owns in a workspace to another, and returns their ids. */
export async function passWorkbooksOn(
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
