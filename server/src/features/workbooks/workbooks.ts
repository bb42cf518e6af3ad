import { say } from '@workbook-data-service/contract/messages';
import { nameFault } from '@workbook-data-service/sheets/names';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { violatesReference } from '../../catalog/unique-keys.js';
import {
  insertWorkbook,
  setWorkbookDetails,
  type WorkbookDetails,
  type WorkbookRecord,
} from '../../catalog/workbook-records.js';
import { refuseName } from '../../core/given-names.js';
import { newId } from '../../core/ids.js';
import { cutPage, type PageRequest, startOf } from '../../core/paging.js';
import { problem } from '../../core/problems.js';
import type { Visibility } from '../../core/rights.js';
import { listWorkspaces, requireWorkspace, workspaceDeleted } from '../access/enter-workspace.js';
import { withinReach } from '../access/within-reach.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

const LONGEST_TITLE = 300;

export async function createWorkbook(
  service: Service,
  caller: Caller,
  input: {
    title: string;
    description?: string | null | undefined;
    workspaceId?: string | null | undefined;
    visibility?: Visibility | undefined;
  },
  commit: CommitOptions,
): Promise<WorkbookRecord> {
  refuseName(nameFault(input.title, LONGEST_TITLE), '/title');
  if (caller.credential.reach.kind === 'workbook') {
    throw problem('outside-reach', say('credential-one-workbook'));
  }
  const workspaceId = input.workspaceId ?? (await listWorkspaces(service, caller))[0]?.id;
  if (workspaceId === undefined) throw problem('no-workspace');
  const workspace = await requireWorkspace(service, caller, workspaceId, 'workbooks:write');
  const create = async (c: Change) => {
    const row: WorkbookRecord = {
      id: newId('wb'),
      workspace_id: workspace.id,
      owner_user_id: caller.userId,
      title: input.title,
      description: input.description ?? null,
      visibility: input.visibility ?? 'workspace',
      last_op_id: 0,
      created_at: c.at,
      updated_at: c.at,
    };
    await insertWorkbook(c.tx, row);
    await c.audit({
      chain: row.id,
      action: 'workbook.created',
      target: row.id,
      detail: { title: row.title, visibility: row.visibility },
    });
    return row;
  };
  try {
    return await change(service.catalog, caller, create, commit);
  } catch (error) {
    throw violatesReference(error) ? workspaceDeleted(workspace.id) : error;
  }
}

export async function getWorkbook(service: Service, workbookId: string): Promise<WorkbookRecord> {
  return await service.catalog.db
    .selectFrom('workbooks')
    .selectAll()
    .where('id', '=', workbookId)
    .executeTakeFirstOrThrow(() => problem('not-found', say('workbook-unknown', { workbook: workbookId })));
}

export async function updateWorkbook(
  service: Service,
  caller: Caller,
  workbookId: string,
  input: WorkbookDetails,
  commit: CommitOptions,
): Promise<WorkbookRecord> {
  if (input.title !== undefined) refuseName(nameFault(input.title, LONGEST_TITLE), '/title');
  return await change(
    service.catalog,
    caller,
    async (c) => {
      await c.op({ workbookId, kind: 'workbook.update', operation: { operation: 'updateWorkbook', input } });
      if (input.visibility !== undefined) await requireOwner(c, caller, workbookId);
      const row = await setWorkbookDetails(c, workbookId, input);
      await c.audit({
        chain: workbookId,
        action: 'workbook.updated',
        target: workbookId,
        detail: { ...input },
      });
      return row;
    },
    commit,
  );
}

/** Privacy is a matter between the owner of a workbook and everybody else, the owner of the account included. */
async function requireOwner({ tx }: Change, caller: Caller, workbookId: string): Promise<void> {
  const { owner_user_id } = await tx
    .selectFrom('workbooks')
    .select('owner_user_id')
    .where('id', '=', workbookId)
    .executeTakeFirstOrThrow();
  if (owner_user_id !== caller.userId)
    throw problem('forbidden', say('workbook-owner-shares'), {
      fix: say('fix-ask-owner'),
    });
}

/** Workbooks that the caller may enter, own and shared ones, newest first. */
export async function listWorkbooks(
  service: Service,
  caller: Caller,
  input: PageRequest & { workspaceId?: string | undefined },
): Promise<{ workbooks: WorkbookRecord[]; nextCursor: string | null }> {
  const workspace = input.workspaceId
    ? await requireWorkspace(service, caller, input.workspaceId, 'workbooks:read')
    : undefined;
  return await pageOfWorkbooks(service, caller, input, workspace?.id);
}

/** The same of one workspace, for those who may read what it consists of. */
export async function listWorkbooksOfWorkspace(
  service: Service,
  caller: Caller,
  workspaceId: string,
  page: PageRequest,
): Promise<{ workbooks: WorkbookRecord[]; nextCursor: string | null }> {
  const { id } = await requireWorkspace(service, caller, workspaceId, 'workspaces:read');
  return await pageOfWorkbooks(service, caller, page, id);
}

async function pageOfWorkbooks(
  service: Service,
  caller: Caller,
  input: PageRequest,
  workspaceId: string | undefined,
): Promise<{ workbooks: WorkbookRecord[]; nextCursor: string | null }> {
  const before = startOf(input);
  const found = await service.catalog.db
    .selectFrom('workbooks')
    .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
    .selectAll('workbooks')
    .where(withinReach(caller))
    .$if(workspaceId !== undefined, (query) => query.where('workspaces.id', '=', workspaceId ?? ''))
    .$if(before !== undefined, (query) => query.where('workbooks.id', '<', before ?? ''))
    .orderBy('workbooks.id', 'desc')
    .limit(input.limit + 1)
    .execute();
  const { items: workbooks, nextCursor } = cutPage(found, input, ({ id }) => id);
  return { workbooks, nextCursor };
}
