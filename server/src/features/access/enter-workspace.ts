import { say } from '@workbook-data-service/contract/messages';
import type { Selectable } from 'kysely';
import type { Schema } from '../../catalog/schema.js';
import { type Problem, problem } from '../../core/problems.js';
import { reachesWorkspace } from '../../core/reach.js';
import { type Rights, standingInWorkspace } from '../../core/rights.js';
import type { Scope } from '../../core/scopes.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { defaultAccount } from './default-account.js';
import { requireRight } from './require-workbook.js';
import { resolveAccount } from './resolve-account.js';
import { workspaceWithinReach } from './within-reach.js';

export type WorkspaceRecord = Selectable<Schema['workspaces']>;

/** The workspaces of an account within the caller's reach, oldest first; the first is the default. */
export async function listWorkspaces(
  service: Service,
  caller: Caller,
  accountId?: string | null,
): Promise<WorkspaceRecord[]> {
  const account = await resolveAccount(service, caller, accountId);
  return await service.catalog.db
    .selectFrom('workspaces')
    .selectAll()
    .where('account_id', '=', account.id)
    .where(workspaceWithinReach(caller))
    .orderBy('id')
    .execute();
}

/**
 * Finds a workspace by its id or as `personal`; refuses the call if the credential does not reach it, or credential or
 * role do not allow the scope.
 */
export async function requireWorkspace(
  service: Service,
  caller: Caller,
  named: string,
  scope: Scope,
): Promise<WorkspaceRecord> {
  const { rights, ...workspace } = await enterWorkspace(service, caller, named, scope);
  return workspace;
}

/** As `requireWorkspace`, with all that the caller may do there. */
export async function enterWorkspace(
  service: Service,
  caller: Caller,
  named: string,
  scope: Scope,
): Promise<WorkspaceRecord & { rights: Rights }> {
  const { accountId, reach, scopes } = caller.credential;
  // Naming the personal workspace is a use of it, so it is created if necessary.
  if (named === 'personal' && accountId === null) await defaultAccount(service, caller);
  const found = await service.catalog.db
    .selectFrom('workspaces')
    .innerJoin('accounts', 'accounts.id', 'workspaces.account_id')
    .leftJoin('workspace_members', (join) =>
      join
        .onRef('workspace_members.workspace_id', '=', 'workspaces.id')
        .on('workspace_members.user_id', '=', caller.userId),
    )
    .selectAll('workspaces')
    .select(['accounts.owner_user_id as accountOwnerId', 'workspace_members.base_role as role'])
    .$if(accountId !== null, (query) => query.where('accounts.id', '=', accountId))
    .$if(named === 'personal', (query) =>
      query.where('workspaces.kind', '=', 'personal').where('accounts.owner_user_id', '=', caller.userId),
    )
    .$if(named !== 'personal', (query) => query.where('workspaces.id', '=', named))
    .executeTakeFirst();
  const standing = found && standingInWorkspace(caller.userId, found);
  if (!standing || !reachesWorkspace(reach, found.id)) {
    throw problem('outside-reach', say('workspace-outside-reach', { workspace: named }));
  }
  const rights = { standing, scopes };
  requireRight(rights, scope);
  if (caller.trace) caller.trace.accountId = found.account_id;
  const { accountOwnerId, role, ...workspace } = found;
  return { ...workspace, rights };
}

export const workspaceDeleted = (workspaceId: string): Problem =>
  problem('outside-reach', say('workspace-deleted', { workspace: workspaceId }));
