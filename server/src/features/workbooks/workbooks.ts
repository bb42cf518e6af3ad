import { anchorHead } from '../../catalog/anchors.js';
import { type CommitOptions, change } from '../../catalog/change.js';
import { deleteTablesOfWorkbook } from '../../catalog/table-records.js';
import {
  deleteWorkbookRecord,
  insertWorkbook,
  setWorkbookDetails,
  type WorkbookRecord,
} from '../../catalog/workbook-records.js';
import { newId } from '../../core/ids.js';
import { nameFault, refuseName } from '../../core/names.js';
import { cutPage, type PageRequest, startOf } from '../../core/paging.js';
import { problem } from '../../core/problems.js';
import { forgetWorkbook } from '../../workbook/upkeep/drop-files.js';
import { listWorkspaces, requireWorkspace } from '../accounts/workspaces.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { withinReach } from './within-reach.js';

const LONGEST_TITLE = 300;

export async function createWorkbook(
  service: Service,
  caller: Caller,
  input: { title: string; description?: string | null | undefined; workspaceId?: string | null | undefined },
  commit: CommitOptions,
): Promise<WorkbookRecord> {
  refuseName(nameFault(input.title, LONGEST_TITLE), '/title');
  if (caller.credential.reach.kind === 'workbook') {
    throw problem('outside-reach', 'A credential for one workbook cannot create others.');
  }
  const workspace = input.workspaceId
    ? await requireWorkspace(service, caller, input.workspaceId)
    : (await listWorkspaces(service, caller))[0];
  if (!workspace) throw problem('no-workspace');
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const row: WorkbookRecord = {
        id: newId('wb'),
        workspace_id: workspace.id,
        owner_user_id: caller.userId,
        title: input.title,
        description: input.description ?? null,
        last_op_id: 0,
        created_at: c.at,
        updated_at: c.at,
      };
      await insertWorkbook(c.tx, row);
      await c.audit({
        chain: row.id,
        action: 'workbook.created',
        target: row.id,
        detail: { title: row.title },
      });
      return row;
    },
    commit,
  );
}

export async function getWorkbook(service: Service, workbookId: string): Promise<WorkbookRecord> {
  return await service.catalog.db
    .selectFrom('workbooks')
    .selectAll()
    .where('id', '=', workbookId)
    .executeTakeFirstOrThrow(() => problem('not-found', `No workbook ${workbookId}.`));
}

export async function updateWorkbook(
  service: Service,
  caller: Caller,
  workbookId: string,
  input: { title?: string | undefined; description?: string | null | undefined },
  commit: CommitOptions,
): Promise<WorkbookRecord> {
  if (input.title !== undefined) refuseName(nameFault(input.title, LONGEST_TITLE), '/title');
  return await change(
    service.catalog,
    caller,
    async (c) => {
      await c.op({ workbookId, kind: 'workbook.update', does: { operation: 'updateWorkbook', input } });
      const row = await setWorkbookDetails(c.tx, workbookId, input, c.at);
      await c.audit({ chain: workbookId, action: 'workbook.updated', target: workbookId, detail: input });
      return row;
    },
    commit,
  );
}

/** Deletes a workbook with its tables, sources, results and jobs; the sweeper deletes blobs without references. */
export async function deleteWorkbook(
  service: Service,
  caller: Caller,
  workbookId: string,
  commit: CommitOptions,
): Promise<void> {
  const workbook = await getWorkbook(service, workbookId);
  if (workbook.owner_user_id !== caller.userId)
    throw problem('forbidden', 'Only the owner may delete a workbook.');
  await change(
    service.catalog,
    caller,
    async (c) => {
      // A table cannot be deleted while it is an input of another, even if both are deleted at once.
      const tables = c.tx.selectFrom('tables').select('id').where('workbook_id', '=', workbookId);
      await c.tx.deleteFrom('table_inputs').where('table_id', 'in', tables).execute();
      await deleteTablesOfWorkbook(c, workbookId);
      await deleteWorkbookRecord(c.tx, workbookId);
      const entry = { action: 'workbook.deleted', target: workbookId, detail: { title: workbook.title } };
      await c.audit({ chain: workbookId, ...entry });
      // The audit log of a deleted workbook cannot be requested; that of the account can.
      const { account_id } = await c.tx
        .selectFrom('workspaces')
        .select('account_id')
        .where('id', '=', workbook.workspace_id)
        .executeTakeFirstOrThrow();
      await c.audit({ chain: account_id, ...entry });
      await anchorHead(c, workbookId, account_id);
    },
    commit,
  );
  forgetWorkbook(service.data, workbookId);
}

/** Workbooks that the caller owns and the credential reaches, newest first. */
export async function listWorkbooks(
  service: Service,
  caller: Caller,
  input: PageRequest & { workspaceId?: string | undefined },
): Promise<{ workbooks: WorkbookRecord[]; nextCursor: string | null }> {
  const workspace = input.workspaceId
    ? await requireWorkspace(service, caller, input.workspaceId)
    : undefined;
  const before = startOf(input);
  const found = await service.catalog.db
    .selectFrom('workbooks')
    .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
    .selectAll('workbooks')
    .where('workbooks.owner_user_id', '=', caller.userId)
    .where(withinReach(caller))
    .$if(workspace !== undefined, (query) => query.where('workspaces.id', '=', workspace?.id ?? ''))
    .$if(before !== undefined, (query) => query.where('workbooks.id', '<', before ?? ''))
    .orderBy('workbooks.id', 'desc')
    .limit(input.limit + 1)
    .execute();
  const { items: workbooks, nextCursor } = cutPage(found, input, ({ id }) => id);
  return { workbooks, nextCursor };
}
