import { say } from '@workbook-data-service/contract/messages';
import type { Db, Tx } from '../../catalog/db.js';
import { isTrustedIn } from '../../catalog/member-records.js';
import { problem } from '../../core/problems.js';
import { managesWorkspace } from '../../core/rights.js';
import type { BaseRole } from '../../core/scopes.js';
import { enterWorkspace, type WorkspaceRecord } from '../access/enter-workspace.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

export interface WorkspaceMember {
  id: string;
  email: string;
  name: string | null;
  baseRole: BaseRole;
  customRoles: string[];
  /** Whether their address is proven, or the owner of the account has confirmed them. */
  isTrusted: boolean;
  /** Whether they have accepted an invitation, but get their role only once they are trusted. */
  isWaiting: boolean;
}

/** Lists waiting users to those who can confirm or reject them. */
export async function listMembers(
  service: Service,
  caller: Caller,
  workspaceId: string,
): Promise<WorkspaceMember[]> {
  const { rights, ...workspace } = await enterWorkspace(service, caller, workspaceId, 'workspaces:read');
  const { db } = service.catalog;
  const members = await membersOf(db, workspace);
  if (!managesWorkspace(rights)) return members;
  return [...members, ...(await waitingMembersOf(db, workspace.id))].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The members of a workspace, oldest user first, or the one with the given id. */
export async function membersOf(
  db: Db,
  workspace: Pick<WorkspaceRecord, 'id' | 'account_id'>,
  userId?: string,
): Promise<WorkspaceMember[]> {
  const members = await db
    .selectFrom('workspace_members')
    .innerJoin('users', 'users.id', 'workspace_members.user_id')
    .select(['users.id', 'users.email', 'users.name', 'base_role as baseRole', 'custom_roles'])
    .select((eb) => eb.case().when(isTrustedIn(workspace.account_id)).then(1).else(0).end().as('isTrusted'))
    .where('workspace_id', '=', workspace.id)
    .$if(userId !== undefined, (query) => query.where('users.id', '=', userId as string))
    .orderBy('users.id')
    .execute();
  return members.map(({ custom_roles, isTrusted, ...member }) => ({
    ...member,
    customRoles: JSON.parse(custom_roles) as string[],
    isTrusted: isTrusted === 1,
    isWaiting: false,
  }));
}

export async function waitingMembersOf(db: Db, workspaceId: string): Promise<WorkspaceMember[]> {
  const waiting = await db
    .selectFrom('unconfirmed_members')
    .innerJoin('users', 'users.id', 'unconfirmed_members.user_id')
    .select(['users.id', 'users.email', 'users.name', 'base_role as baseRole', 'custom_roles'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  return waiting.map(({ custom_roles, ...member }) => ({
    ...member,
    customRoles: JSON.parse(custom_roles) as string[],
    isTrusted: false,
    isWaiting: true,
  }));
}

/** The member to change. Locks the members of the workspace until the commit. */
export async function takeMember(
  tx: Tx,
  workspace: Pick<WorkspaceRecord, 'id' | 'account_id'>,
  userId: string,
): Promise<WorkspaceMember> {
  await lockMembers(tx, workspace.id);
  const [member] = await membersOf(tx, workspace, userId);
  if (member) return member;
  throw problem('not-found', say('member-unknown', { user: userId }), {
    fix: say('fix-members'),
  });
}

/** Refuses somebody of an earlier release more than they have, until it is known who they are. */
export function refuseUntrusted({ email, isTrusted }: WorkspaceMember): void {
  if (!isTrusted) throw problem('unproven-address', say('address-unproven', { email }));
}

export async function lockMembers(tx: Tx, workspaceId: string): Promise<void> {
  await tx
    .updateTable('workspaces')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', workspaceId)
    .execute();
}
