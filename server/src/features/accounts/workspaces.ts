import { nameFault } from '@workbook-data-service/sheets/names';
import type { Selectable } from 'kysely';
import { type CommitOptions, change } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import { insertMember } from '../../catalog/member-records.js';
import type { Schema } from '../../catalog/schema.js';
import { refuseName } from '../../core/given-names.js';
import { newId } from '../../core/ids.js';
import { type Problem, problem } from '../../core/problems.js';
import { reachesWorkspace } from '../../core/reach.js';
import { type Rights, standingInWorkspace } from '../../core/rights.js';
import type { BaseRole, Scope } from '../../core/scopes.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { requireRight } from '../workbooks/require-workbook.js';
import { workspaceWithinReach } from '../workbooks/within-reach.js';
import { defaultAccount } from './default-account.js';
import { requireWholeAccount, resolveAccount } from './resolve-account.js';

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

/** A workspace with whose it is and what the caller's user is in it. */
export interface ReachableWorkspace extends WorkspaceRecord {
  owner: { id: string; email: string; name: string | null };
  /** Null if the user owns the account without being a member. */
  role: BaseRole | null;
}

export interface ReachableWorkspaces {
  /** In no order. */
  workspaces: ReachableWorkspace[];
  userId: string;
  /** Where a workbook is created that names no workspace. */
  defaultId: string | undefined;
}

/** Lists across accounts: a session has access wherever its user is a member. */
export async function listReachableWorkspaces(
  service: Service,
  caller: Caller,
): Promise<ReachableWorkspaces> {
  // Also provisions the personal workspace, which is then in the list.
  const [first] = await listWorkspaces(service, caller);
  const found = await service.catalog.db
    .selectFrom('workspaces')
    .innerJoin('accounts', 'accounts.id', 'workspaces.account_id')
    .innerJoin('users', 'users.id', 'accounts.owner_user_id')
    .leftJoin('workspace_members', (join) =>
      join
        .onRef('workspace_members.workspace_id', '=', 'workspaces.id')
        .on('workspace_members.user_id', '=', caller.userId),
    )
    .selectAll('workspaces')
    .select(['users.id as ownerId', 'users.email', 'users.name as ownerName', 'base_role as role'])
    .where(workspaceWithinReach(caller))
    .execute();
  return {
    workspaces: found.map(({ ownerId, email, ownerName, ...row }) => ({
      ...row,
      owner: { id: ownerId, email, name: ownerName },
    })),
    userId: caller.userId,
    defaultId: first?.id,
  };
}

export async function provisionWorkspace(
  service: Service,
  caller: Caller,
  input: { name: string; accountId?: string | null | undefined; residency?: string | null | undefined },
  commit: CommitOptions,
): Promise<WorkspaceRecord> {
  refuseName(nameFault(input.name), '/name');
  requireWholeAccount(caller, 'provision workspaces');
  const account = await resolveAccount(service, caller, input.accountId);
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const workspace: WorkspaceRecord = {
        id: newId('ws'),
        account_id: account.id,
        name: input.name,
        kind: 'managed',
        residency: input.residency ?? null,
        preprocess_rules: null,
        idp_config: null,
        requires_second_factor: 0,
        created_at: c.at,
      };
      await c.tx.insertInto('workspaces').values(workspace).execute();
      await insertMember(c.tx, {
        accountId: account.id,
        workspaceId: workspace.id,
        userId: account.owner_user_id,
        baseRole: 'admin',
        customRoles: [],
      });
      await c.audit({
        chain: account.id,
        action: 'workspace.created',
        target: workspace.id,
        detail: { name: input.name },
      });
      return workspace;
    },
    commit,
  );
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
    throw problem('outside-reach', `The workspace ${named} is outside the reach of the credential.`);
  }
  const rights = { standing, scopes };
  requireRight(rights, scope);
  if (caller.trace) caller.trace.accountId = found.account_id;
  const { accountOwnerId, role, ...workspace } = found;
  return { ...workspace, rights };
}

export const workspaceGone = (workspaceId: string): Problem =>
  problem('outside-reach', `The workspace ${workspaceId} was deleted.`);

export interface WorkspaceView extends WorkspaceRecord {
  /** Whether it is the oldest of its account, where workbooks are created that name no workspace. */
  isDefault: boolean;
}

export async function getWorkspace(
  service: Service,
  caller: Caller,
  workspaceId: string,
): Promise<WorkspaceView> {
  const workspace = await requireWorkspace(service, caller, workspaceId, 'workspaces:read');
  return await withDefault(service.catalog.db, workspace);
}

export async function withDefault(db: Db, workspace: WorkspaceRecord): Promise<WorkspaceView> {
  const { first } = await db
    .selectFrom('workspaces')
    .select((eb) => eb.fn.min('id').as('first'))
    .where('account_id', '=', workspace.account_id)
    .executeTakeFirstOrThrow();
  return { ...workspace, isDefault: workspace.id === first };
}
