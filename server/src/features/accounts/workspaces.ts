import { nameFault } from '@workbook-data-service/sheets/names';
import { type CommitOptions, change } from '../../catalog/change.js';
import type { Db } from '../../catalog/db.js';
import { insertMember } from '../../catalog/member-records.js';
import { refuseName } from '../../core/given-names.js';
import { newId } from '../../core/ids.js';
import type { BaseRole } from '../../core/scopes.js';
import { listWorkspaces, requireWorkspace, type WorkspaceRecord } from '../access/enter-workspace.js';
import { requireWholeAccount, resolveAccount } from '../access/resolve-account.js';
import { workspaceWithinReach } from '../access/within-reach.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

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
        reading_model: null,
        idp_config: null,
        requires_second_factor: 0,
        forbids_links: 0,
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
