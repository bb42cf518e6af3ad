import type { Selectable } from 'kysely';
import { type CommitOptions, change } from '../../catalog/change.js';
import type { Schema } from '../../catalog/schema.js';
import { newId } from '../../core/ids.js';
import { nameFault, refuseName } from '../../core/names.js';
import { problem } from '../../core/problems.js';
import { reachesWorkspace } from '../../core/reach.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { listAccounts } from './accounts.js';
import { defaultAccount } from './default-account.js';
import { resolveAccount } from './resolve-account.js';

export type WorkspaceRecord = Selectable<Schema['workspaces']>;

/** The workspaces of an account within the caller's reach, oldest first; the first is the default. */
export async function listWorkspaces(
  service: Service,
  caller: Caller,
  accountId?: string | null,
): Promise<WorkspaceRecord[]> {
  const account = await resolveAccount(service, caller, accountId);
  const { reach } = caller.credential;
  const all = await service.catalog.db
    .selectFrom('workspaces')
    .selectAll()
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute();
  if (reach.kind !== 'workbook') return all.filter((workspace) => reachesWorkspace(reach, workspace.id));
  const workbook = await service.catalog.db
    .selectFrom('workbooks')
    .select('workspace_id')
    .where('id', '=', reach.workbookId)
    .executeTakeFirst();
  return all.filter((workspace) => workspace.id === workbook?.workspace_id);
}

/** Lists across accounts: a session reaches all accounts of its user, with the default account first. */
export async function listReachableWorkspaces(service: Service, caller: Caller): Promise<WorkspaceRecord[]> {
  const accounts = await listAccounts(service, caller);
  const lists = await Promise.all(accounts.map(({ id }) => listWorkspaces(service, caller, id)));
  return lists.flat();
}

export async function provisionWorkspace(
  service: Service,
  caller: Caller,
  input: { name: string; accountId?: string | null | undefined; residency?: string | null | undefined },
  commit: CommitOptions,
): Promise<WorkspaceRecord> {
  refuseName(nameFault(input.name), '/name');
  if (caller.credential.reach.kind !== 'account') {
    throw problem('outside-reach', 'A pinned key cannot provision workspaces.');
  }
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
        created_at: c.at,
      };
      await c.tx.insertInto('workspaces').values(workspace).execute();
      await c.tx
        .insertInto('workspace_members')
        .values({
          workspace_id: workspace.id,
          user_id: account.owner_user_id,
          base_role: 'admin',
          custom_roles: '[]',
        })
        .execute();
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

/** Finds a workspace by its id or as `personal`; throws `outside-reach` if the credential does not reach it. */
export async function requireWorkspace(
  service: Service,
  caller: Caller,
  named: string,
): Promise<WorkspaceRecord> {
  const { accountId, reach } = caller.credential;
  // Naming the personal workspace is a use of it, so it is created if necessary.
  if (named === 'personal' && accountId === null) await defaultAccount(service, caller);
  const workspace = await service.catalog.db
    .selectFrom('workspaces')
    .innerJoin('accounts', 'accounts.id', 'workspaces.account_id')
    .selectAll('workspaces')
    .where('accounts.owner_user_id', '=', caller.userId)
    .$if(accountId !== null, (query) => query.where('accounts.id', '=', accountId))
    .$if(named === 'personal', (query) => query.where('workspaces.kind', '=', 'personal'))
    .$if(named !== 'personal', (query) => query.where('workspaces.id', '=', named))
    .executeTakeFirst();
  if (!workspace || !reachesWorkspace(reach, workspace.id)) {
    throw problem('outside-reach', `The workspace ${named} is outside the reach of the credential.`);
  }
  return workspace;
}
