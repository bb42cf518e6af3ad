import { problem } from '../../core/problems.js';
import { reachesWorkbook } from '../../core/reach.js';
import { type BaseRole, roleGrants, type Scope } from '../../core/scopes.js';
import type { Service } from '../../service.js';
import type { Caller } from '../caller.js';

/**
 * Lets the call through when the credential reaches the workbook; otherwise it does not exist for the caller. Where a
 * scope is given, the role of whoever entered as a member must allow it too.
 */
export async function requireWorkbook(
  service: Service,
  caller: Caller,
  workbookId: string,
  scope: Scope | null = null,
): Promise<void> {
  const entry = await entryTo(service, caller, workbookId);
  if (!entry) throw problem('not-found', `No workbook ${workbookId} within the reach of the credential.`);
  if (scope !== null && entry.asMember !== null && !roleGrants(entry.asMember, scope)) {
    throw problem('forbidden', `Your role in the workspace, ${entry.asMember}, does not allow ${scope}.`, {
      fix: 'Ask an admin of the workspace to do it, or the owner for another role.',
    });
  }
}

export async function mayEnter(service: Service, caller: Caller, workbookId: string): Promise<boolean> {
  return (await entryTo(service, caller, workbookId)) !== undefined;
}

/** As what the caller enters a workbook: with a role in its workspace, or (null) by right of its owner. */
async function entryTo(
  service: Service,
  caller: Caller,
  workbookId: string,
): Promise<{ asMember: BaseRole | null } | undefined> {
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
  if (!place || !reachesWorkbook(reach, place)) return undefined;
  if (accountId !== null) return place.accountId === accountId ? { asMember: null } : undefined;
  if (place.ownerId === caller.userId) return { asMember: null };
  return place.role === null ? undefined : { asMember: place.role };
}
