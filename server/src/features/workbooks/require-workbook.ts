import { problem } from '../../core/problems.js';
import { reachesWorkbook } from '../../core/reach.js';
import type { Service } from '../../service.js';
import type { Caller } from '../caller.js';

/** Lets the call through when the credential reaches the workbook; otherwise it does not exist for the caller. */
export async function requireWorkbook(service: Service, caller: Caller, workbookId: string): Promise<void> {
  if (!(await mayEnter(service, caller, workbookId)))
    throw problem('not-found', `No workbook ${workbookId} within the reach of the credential.`);
}

export async function mayEnter(service: Service, caller: Caller, workbookId: string): Promise<boolean> {
  const place = await service.catalog.db
    .selectFrom('workbooks')
    .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
    .innerJoin('accounts', 'accounts.id', 'workspaces.account_id')
    .leftJoin('workspace_members', (join) =>
      join
        .onRef('workspace_members.workspace_id', '=', 'workspaces.id')
        .on('workspace_members.user_id', '=', caller.userId),
    )
    .select([
      'workbooks.id as workbookId',
      'workspaces.id as workspaceId',
      'accounts.id as accountId',
      'accounts.owner_user_id as ownerId',
      'workspace_members.base_role as role',
    ])
    .where('workbooks.id', '=', workbookId)
    .executeTakeFirst();
  const { accountId, reach } = caller.credential;
  if (!place || !reachesWorkbook(reach, place)) return false;
  return accountId === null
    ? place.ownerId === caller.userId || place.role !== null
    : place.accountId === accountId;
}
